import { Context } from "effect";

/** Told of the tokens of texts that an embedder was given for a collection; those that were kept from before are none. */
export const EmbeddingObserver = Context.Reference<{ embedded(collectionId: string, tokens: number): void }>(
  "@quarry/embedding/EmbeddingObserver",
  { defaultValue: () => ({ embedded: () => undefined }) },
);
