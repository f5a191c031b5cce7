import { createHash } from "node:crypto";
import type { EmbedInputType } from "@quarry/plugin";
import type { EmbedderUse } from "../embedder-use.ts";

/**
 * Names a vector by all that it depends on. Whose key paid for it is not part of it: the vector is the same, and only who
 * has the text can ask for it.
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
