import { Effect, Redacted } from "effect";
import { RedisError } from "./redis-error.ts";

/** Server connection options for ioredis. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: { readonly servername: string };
}

const DEFAULT_PORT = 6_379;

/** Parses `redis://[user[:password]@]host[:port][/database]`, or `rediss://…` for TLS. Errors don't quote it. */
export const parseAddress = (url: Redacted.Redacted<string>): Effect.Effect<RedisAddress, RedisError> => {
  const parsed = URL.parse(Redacted.value(url));
  if (parsed === null) return invalid("it is no URL");
  const isTls = parsed.protocol === "rediss:";
  if (!isTls && parsed.protocol !== "redis:") return invalid("it must begin with redis:// or rediss://");
  if (parsed.hostname === "") return invalid("it names no host");
  const database = /^\/?(\d*)$/.exec(parsed.pathname)?.[1];
  if (database === undefined) return invalid("its path must be the number of a database");
  if (parsed.search !== "" || parsed.hash !== "") return invalid("nothing may follow the number of the database");
  // IPv6 addresses have brackets only in URLs.
  const host = parsed.hostname.replace(/^\[|\]$/g, "");
  return Effect.try({
    try: (): RedisAddress => ({
      host,
      port: parsed.port === "" ? DEFAULT_PORT : Number(parsed.port),
      db: Number(database),
      ...(parsed.username !== "" && { username: decodeURIComponent(parsed.username) }),
      ...(parsed.password !== "" && { password: decodeURIComponent(parsed.password) }),
      ...(isTls && { tls: { servername: host } }),
    }),
    catch: () => invalidAddress("its user and password must be percent-encoded"),
  });
};

const invalidAddress = (problem: string): RedisError =>
  new RedisError({
    reason: "invalid_address",
    message: `the address of Redis must look like redis://user:password@host:6379/0 (rediss:// for TLS): ${problem}`,
  });

const invalid = (problem: string): Effect.Effect<never, RedisError> => Effect.fail(invalidAddress(problem));
