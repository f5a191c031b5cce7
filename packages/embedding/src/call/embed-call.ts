import type { EmbedInputType, PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import type { QueryUse } from "../embedder-use.ts";
import { checkVectors } from "./check-vectors.ts";

/** Calls the embedder once and checks its answer. The host limits the time (`pluginTimeouts`). */
export const embedCall = (
  { embedder, model, dimension, credential, statistics, training }: QueryUse,
  inputType: EmbedInputType,
  texts: readonly string[],
): Effect.Effect<readonly Float32Array[], PluginError> =>
  Effect.suspend(() =>
    embedder.service.embed({
      model,
      dimension,
      inputType,
      texts,
      credential,
      ...(embedder.capabilities.usesTermStatistics && { statistics }),
      ...(training !== undefined && { fit: training.bytes }),
    }),
  ).pipe(
    Effect.flatMap(({ vectors }) => {
      const expected = { count: texts.length, dimension, mayBeZero: inputType === "query" };
      return checkVectors(embedder.plugin, vectors, expected);
    }),
  );
