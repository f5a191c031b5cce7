import { type EmbedInputType, PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import type { EmbedderUse } from "../embedder-use.ts";
import { checkVectors } from "./check-vectors.ts";

/** One call of the embedder, its answer checked. One that takes longer than `limitSeconds` is given up. */
export const embedCall = (
  { embedder, model, dimension, credential, statistics }: EmbedderUse,
  inputType: EmbedInputType,
  texts: readonly string[],
  limitSeconds: number,
): Effect.Effect<readonly Float32Array[], PluginError> =>
  Effect.suspend(() =>
    embedder.service.embed({
      model,
      dimension,
      inputType,
      texts,
      credential,
      ...(embedder.capabilities.usesTermStatistics && { statistics }),
    }),
  ).pipe(
    Effect.timeoutOrElse({
      duration: limitSeconds * 1000,
      orElse: () => Effect.fail(tooSlow(embedder.plugin, limitSeconds)),
    }),
    Effect.flatMap(({ vectors }) => {
      const expected = { count: texts.length, dimension, mayBeZero: inputType === "query" };
      return checkVectors(embedder.plugin, vectors, expected);
    }),
  );

const tooSlow = (plugin: string, seconds: number): PluginError =>
  new PluginError({ plugin, reason: "unavailable", message: `the embedder gave no answer in ${seconds} s` });
