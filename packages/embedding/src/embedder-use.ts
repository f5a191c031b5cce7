import type { OpenEmbedder } from "@quarry/host";
import type { TermStatistics } from "@quarry/plugin";
import type { Redacted } from "effect";

/** Embedder as used by a collection: model, dimension, and API key. */
export interface EmbedderUse {
  readonly embedder: OpenEmbedder;
  /** Collection id, for fair scheduling between collections, and for embedders with data about a single collection. */
  readonly collectionId: string;
  readonly model: string;
  readonly dimension: number;
  readonly credential: Redacted.Redacted | undefined;
  /** Required if `capabilities.usesTermStatistics`. */
  readonly statistics?: TermStatistics | undefined;
}

/** Embedder use for a query, with the projection that the embedder has learned from the collection. */
export interface QueryUse extends EmbedderUse {
  readonly training?: { readonly number: number; readonly bytes: Uint8Array } | undefined;
}

/** Returns the maximum tokens of one input; infinite for a model that the embedder does not list. */
export const maxInputTokensOf = ({ embedder, model }: EmbedderUse): number =>
  embedder.capabilities.models.find(({ name }) => name === model)?.maxInputTokens ?? Infinity;

/** Whether token counts matter to the embedder: its model has an input limit, or a provider counts tokens. */
export const countsTokens = (use: EmbedderUse): boolean =>
  !use.embedder.capabilities.usesTermStatistics || maxInputTokensOf(use) < Infinity;
