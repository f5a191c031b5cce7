import type { PluginError } from "@quarry/plugin";
import { Data } from "effect";
import type { RateLimits } from "../rate-limits/rate-limits.ts";

/** Provider that is temporarily unavailable. */
export interface ProviderOutage {
  /** The provider's last failure. Undefined if it has not failed, but does not respond either. */
  readonly error: PluginError | undefined;
  /** Milliseconds for which the caller has been delayed so far. */
  readonly keptMs: number;
  /** Milliseconds until a retry makes sense; 0 for at any time. */
  readonly pauseMs: number;
  /** Whether another caller is probing for the provider's recovery. `onRecovered` notifies waiting callers. */
  readonly isProbed: boolean;
  readonly pace: Pick<RateLimits, "giveUpAfterSeconds" | "rateLimitPatienceSeconds">;
}

/** Failure of texts without vectors. Vectors already computed are cached. */
export class EmbeddingFailure extends Data.TaggedError("EmbeddingFailure")<{
  /** Name of the embedder in the config. */
  readonly embedder: string;
  /** Error with a message for the document. */
  readonly error: PluginError;
  /**
   * Set if a retry may succeed later. Absent if a retry would fail again, or if the embedder computes in this process.
   */
  readonly outage?: ProviderOutage;
}> {
  override get message(): string {
    return this.error.message;
  }
}
