import type { IncomingMessage } from "node:http";
import type { Answer } from "./answer.ts";
import type { FaultShares } from "./faults.ts";
import type { ProviderCallRecord } from "./provider-record.ts";

export interface ProviderServerOptions {
  /** Accepted keys. Default: every key. An empty list: no key is needed. */
  readonly keys?: readonly string[];
  readonly faults?: FaultShares;
  readonly seed?: number;
  /** Latency of each response, in milliseconds. */
  readonly latencyMs?: number;
  /** Value of `Retry-After`, in seconds. */
  readonly retryAfterSeconds?: number;
  readonly slowByteMs?: number;
  /** Default or 0: any free port. */
  readonly port?: number;
}

/** Operations of a protocol: parsing its requests, and answering them. */
export interface Protocol {
  /** Returns the texts in a body, which are counted. */
  readonly textsOf: (body: Readonly<Record<string, unknown>>) => readonly string[];
  /** Returns the key of a request, if any. */
  readonly keyOf: (headers: IncomingMessage["headers"]) => string | undefined;
  readonly answer: (call: ProviderCallRecord) => Answer;
  /** Returns an error in the protocol's format. */
  readonly error: (kind: ProtocolError, call: ProviderCallRecord, key: string | undefined) => Answer;
}

export type ProtocolError = "no_key" | "wrong_key" | "rate_limited" | "quota_used_up" | "server_error" | "echo";
