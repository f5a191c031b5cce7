import { Context } from "effect";

/** Observer of the tokens that an embedder receives for a collection. Cached texts do not count. */
export const EmbeddingObserver = Context.Reference<{ embedded(collectionId: string, tokens: number): void }>(
  "@quarry/embedding/EmbeddingObserver",
  { defaultValue: () => ({ embedded: () => undefined }) },
);
