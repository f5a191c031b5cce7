import { Data } from "effect";

/**
 * Reasons why Redis failed.
 *
 * - `unavailable`: there is no connection, or the server is starting, failing over or out of memory (retryable)
 * - `timeout`: no response in time (retryable)
 * - `refused`: it rejects our credentials (retryable: they may be fixed on the server)
 * - `rejected`: it rejects the command, which is a defect of ours
 * - `invalid_address`: the address can't be parsed
 */
export type RedisErrorReason = "unavailable" | "timeout" | "refused" | "rejected" | "invalid_address";

/** The message never contains an address, a password or a command's arguments. There is no cause, which would. */
export class RedisError extends Data.TaggedError("RedisError")<{
  readonly reason: RedisErrorReason;
  readonly message: string;
}> {
  /** Whether a retry can help. Retry policies use only this. */
  get isRetryable(): boolean {
    return this.reason !== "rejected" && this.reason !== "invalid_address";
  }
}

/** First words of replies that report a temporary condition. */
const TEMPORARY_REPLIES = new Set([
  "LOADING",
  "READONLY",
  "BUSY",
  "TRYAGAIN",
  "CLUSTERDOWN",
  "MASTERDOWN",
  "OOM",
  "NOREPLICAS",
]);
const AUTHENTICATION_REPLIES = new Set(["NOAUTH", "WRONGPASS", "NOPERM"]);

/** Maps an error of ioredis. Its errors contain the command with its arguments, so only the kind is retained. */
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
  if (TEMPORARY_REPLIES.has(word))
    return new RedisError({ reason: "unavailable", message: `Redis can't serve requests at the moment (${word})` });
  if (AUTHENTICATION_REPLIES.has(word)) {
    return new RedisError({ reason: "refused", message: `Redis rejects the user or the password (${word})` });
  }
  return new RedisError({ reason: "rejected", message: `Redis rejected a command (${word})` });
};
