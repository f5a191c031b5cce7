import type { PluginError } from "@quarry/plugin";
import { Data } from "effect";
import type { RateLimits } from "../rate-limits/rate-limits.ts";

/** A provider doesn't answer now, and may later. */
export interface ProviderOutage {
  /** The provider's last failure; undefined when it has not failed, but gives no answer either. */
  readonly error: PluginError | undefined;
  /** Milliseconds for which the caller has been held up so far. */
  readonly keptMs: number;
  /** Milliseconds until it makes sense to ask again; 0 for at any time. */
  readonly pauseMs: number;
  /**
   * Whether another caller probes meanwhile whether the provider is back; waiting callers are notified by
   * `onRecovered`.
   */
  readonly isProbed: boolean;
  readonly pace: Pick<RateLimits, "giveUpAfterSeconds" | "rateLimitPatienceSeconds">;
}

/** Texts that have no vectors. What of them was embedded is kept. */
export class EmbeddingFailure extends Data.TaggedError("EmbeddingFailure")<{
  /** The name that the config gives the embedder. */
  readonly embedder: string;
  /** With a message for the document. */
  readonly error: PluginError;
  /** Present where the same may go well later; without it the same would fail again, or the embedder computes here. */
  readonly outage?: ProviderOutage;
}> {
  override get message(): string {
    return this.error.message;
  }
}
