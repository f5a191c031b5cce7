import type { IncomingHttpHeaders } from "node:http";
import type { Fault } from "./faults.ts";

/** One call as received and answered by the server. */
export interface ProviderCallRecord {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  readonly texts: readonly string[];
  /** Number of tokens of each text. */
  readonly tokens: readonly number[];
  fault?: Fault;
  /** Absent while it runs, and if the connection ended without one. */
  status?: number;
  /** Whether the caller disconnected before the response was complete. */
  aborted?: boolean;
}

/** Record of a server since its start or since `clear`. */
export class ProviderRecord {
  calls: ProviderCallRecord[] = [];
  concurrent = 0;
  maxConcurrent = 0;
  /**
   * Total duration of finished calls in milliseconds. Divided by the elapsed time, it is the mean number of concurrent
   * calls.
   */
  callMs = 0;

  /** Calls answered with 200 and without corruption. */
  get answered(): readonly ProviderCallRecord[] {
    return this.calls.filter(({ status, fault }) => status === 200 && !isBroken(fault));
  }

  /** All texts of the calls that were answered correctly. */
  get answeredTexts(): readonly string[] {
    return this.answered.flatMap(({ texts }) => texts);
  }

  get answeredTokens(): number {
    return this.answered.reduce((sum, { tokens }) => tokens.reduce((all, one) => all + one, sum), 0);
  }

  /** Maximum number of tokens of any text in any call, by the server's tokenizer. */
  get maxTokensPerText(): number {
    return this.calls.reduce((most, { tokens }) => Math.max(most, ...tokens), 0);
  }

  get maxTextsPerCall(): number {
    return this.calls.reduce((most, { texts }) => Math.max(most, texts.length), 0);
  }

  clear(): void {
    this.calls = [];
    this.callMs = 0;
    this.maxConcurrent = this.concurrent;
  }
}

/** A slow or reordered response counts as correct. */
const isBroken = (fault: Fault | undefined): boolean =>
  fault !== undefined && fault !== "slow_body" && fault !== "out_of_order";
