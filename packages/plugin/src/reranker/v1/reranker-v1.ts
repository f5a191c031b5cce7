import type { Effect, Redacted } from "effect";
import type { PluginError } from "../../plugin-error.ts";

export interface RerankRequest {
  readonly model: string;
  readonly query: string;
  /** 1 to `capabilities.maxPassages` passages. */
  readonly passages: readonly string[];
  readonly credential?: Redacted.Redacted<string> | undefined;
}

/** Scores how well passages answer a query, version 1. */
export interface RerankerV1 {
  /** Returns the relevance per passage, in [0, 1], in the order of the passages. */
  rerank(request: RerankRequest): Effect.Effect<readonly number[], PluginError>;
  readonly health: Effect.Effect<void, PluginError>;
}
