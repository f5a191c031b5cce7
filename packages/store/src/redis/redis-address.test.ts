import { Effect, Redacted } from "effect";
import { expect, test } from "vitest";
import { parseAddress } from "./redis-address.ts";

const parse = (url: string) => Effect.runPromise(parseAddress(Redacted.make(url)));

test.each([
  ["redis://cache", { host: "cache", port: 6379, db: 0 }],
  ["redis://10.0.0.1:7000/3", { host: "10.0.0.1", port: 7000, db: 3 }],
  ["redis://:p%40ss@cache", { host: "cache", port: 6379, db: 0, password: "p@ss" }],
  ["redis://quarry:secret@[::1]:6380/", { host: "::1", port: 6380, db: 0, username: "quarry", password: "secret" }],
  ["rediss://cache/1", { host: "cache", port: 6379, db: 1, tls: { servername: "cache" } }],
])("parses %s", async (url, address) => {
  expect(await parse(url)).toEqual(address);
});

test.each([
  ["http://user:secret@cache", "it must begin with redis:// or rediss://"],
  ["cache:6379", "it must begin with redis:// or rediss://"],
  ["secret", "it is no URL"],
  ["redis://", "it names no host"],
  ["redis://:secret@cache/one", "its path must be the number of a database"],
  ["redis://:secret@cache/1?db=2", "nothing may follow the number of the database"],
  ["redis://:secret%@cache", "its user and password must be percent-encoded"],
])("%s is rejected without being quoted", async (url, problem) => {
  const error = await Effect.runPromise(Effect.flip(parseAddress(Redacted.make(url))));
  expect(error).toMatchObject({ _tag: "RedisError", reason: "invalid_address", isRetryable: false });
  expect(error.message).toContain(problem);
  expect(error.message).not.toContain("secret");
});
