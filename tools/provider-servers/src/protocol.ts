import type { IncomingMessage } from "node:http";
import type { Answer } from "./answer.ts";
import type { FaultShares } from "./faults.ts";
import type { ProviderCallRecord } from "./provider-record.ts";

export interface ProviderServerOptions {
  /** Keys that are accepted. Left out: every key. An empty list: no key is needed. */
  readonly keys?: readonly string[];
  readonly faults?: FaultShares;
  readonly seed?: number;
  /** Latency of each answer, in milliseconds. */
  readonly latencyMs?: number;
  /** Value of `Retry-After`, in seconds. */
  readonly retryAfterSeconds?: number;
  readonly slowByteMs?: number;
  /** 0 or left out: any free one. */
  readonly port?: number;
}

/** Operations of a protocol: reading its requests, and answering them. */
export interface Protocol {
  /** The texts that a body brings; they are counted. */
  readonly textsOf: (body: Readonly<Record<string, unknown>>) => readonly string[];
  /** The key that a request brings, if any. */
  readonly keyOf: (headers: IncomingMessage["headers"]) => string | undefined;
  readonly answer: (call: ProviderCallRecord) => Answer;
  /** An error in the protocol's words. */
  readonly error: (kind: ProtocolError, call: ProviderCallRecord, key: string | undefined) => Answer;
}

export type ProtocolError = "no_key" | "wrong_key" | "rate_limited" | "quota_used_up" | "server_error" | "echo";
