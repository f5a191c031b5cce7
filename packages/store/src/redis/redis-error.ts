import { Data } from "effect";

/**
 * Reasons why Redis failed.
 *
 * - `unavailable`: there is no connection, or the server is starting, failing over or out of memory (retryable)
 * - `timeout`: no answer in time (retryable)
 * - `refused`: it doesn't take our credentials (retryable: they may be put right there)
 * - `rejected`: it doesn't take the command, a defect of ours
 * - `invalid_address`: the address can't be understood
 */
export type RedisErrorReason = "unavailable" | "timeout" | "refused" | "rejected" | "invalid_address";

/** The message never has an address, a password or a command's arguments in it; there is no cause, which would. */
export class RedisError extends Data.TaggedError("RedisError")<{
  readonly reason: RedisErrorReason;
  readonly message: string;
}> {
  /** Retry policies read this and nothing else. */
  get isRetryable(): boolean {
    return this.reason !== "rejected" && this.reason !== "invalid_address";
  }
}

/** First words of replies that say that the server can't at the moment. */
const NOT_NOW = new Set(["LOADING", "READONLY", "BUSY", "TRYAGAIN", "CLUSTERDOWN", "MASTERDOWN", "OOM", "NOREPLICAS"]);
const NO_ENTRY = new Set(["NOAUTH", "WRONGPASS", "NOPERM"]);

/** Maps what ioredis threw. Its errors carry the command with its arguments, so only the kind of the error is kept. */
export const fromClient = (cause: unknown): RedisError => {
  if (cause instanceof RedisError) return cause;
  if (!(cause instanceof Error)) return new RedisError({ reason: "unavailable", message: "Redis failed" });
  if (cause.name === "ReplyError") return fromReply(cause.message.split(" ", 1)[0] ?? "");
  if (/timed? ?out/i.test(cause.message)) return new RedisError({ reason: "timeout", message: TIMED_OUT });
  return noConnection((cause as NodeJS.ErrnoException).code);
};

export const noConnection = (code?: string): RedisError => {
  const detail = code === undefined ? "" : ` (${code})`;
  return new RedisError({ reason: "unavailable", message: `there is no connection to Redis${detail}` });
};

export const TIMED_OUT = "Redis did not answer in time";

const fromReply = (word: string): RedisError => {
  if (NOT_NOW.has(word))
    return new RedisError({ reason: "unavailable", message: `Redis can't at the moment (${word})` });
  if (NO_ENTRY.has(word)) {
    return new RedisError({ reason: "refused", message: `Redis doesn't take the user or the password (${word})` });
  }
  return new RedisError({ reason: "rejected", message: `Redis rejected a command (${word})` });
};
