import type { OpenEmbedder } from "@quarry/host";
import type { TermStatistics } from "@quarry/plugin";
import type { Redacted } from "effect";

/** An embedder as a collection uses it: which model, in which dimension, with whose key. */
export interface EmbedderUse {
  readonly embedder: OpenEmbedder;
  /** For a fair share between collections, and for what an embedder knows of one collection only. */
  readonly collectionId: string;
  readonly model: string;
  readonly dimension: number;
  readonly credential: Redacted.Redacted | undefined;
  /** Needed where `capabilities.usesTermStatistics`. */
  readonly statistics?: TermStatistics | undefined;
}

/** The same for a query, with what the embedder has learned from the collection. */
export interface QueryUse extends EmbedderUse {
  readonly training?: { readonly number: number; readonly bytes: Uint8Array } | undefined;
}

/** Most tokens of one input; infinite for a model that the embedder doesn't list. */
export const maxInputTokensOf = ({ embedder, model }: EmbedderUse): number =>
  embedder.capabilities.models.find(({ name }) => name === model)?.maxInputTokens ?? Infinity;

/** Whether token counts matter to the embedder: its model has an input limit, or a provider counts tokens. */
export const countsTokens = (use: EmbedderUse): boolean =>
  !use.embedder.capabilities.usesTermStatistics || maxInputTokensOf(use) < Infinity;
