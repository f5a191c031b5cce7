import { createHash } from "node:crypto";
import type { EmbedInputType } from "@quarry/plugin";
import type { EmbedderUse } from "../embedder-use.ts";

/**
 * Returns the cache keys of vectors: a digest of everything that a vector depends on. The API key that paid for it is
 * not included: the vector is the same, and only a caller with the text can request it.
 */
export const vectorKeys = (
  { embedder, model, dimension }: EmbedderUse,
  inputType: EmbedInputType,
  texts: readonly string[],
): readonly string[] => {
  const maker = JSON.stringify([embedder.identity, model, dimension, inputType]);
  return texts.map((text) => {
    const digest = createHash("sha256").update(text).digest("base64url");
    return createHash("sha256").update(`${maker}\n${digest}`).digest("base64url");
  });
};
