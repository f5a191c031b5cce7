import { lengthBatches, makeLocalModel, modelOptions, threadsOf } from "@quarry/onnx";
import { defineReranker, type PluginContext, type RerankerV1, type RerankRequest } from "@quarry/plugin";
import { Effect } from "effect";
import { checkRequest } from "./check-request.ts";
import { capabilities, capabilitiesFor } from "./reranker-capabilities.ts";
import { OnnxRerankerSettings } from "./reranker-settings.ts";

const NAME = "@quarry/reranker-onnx";

/** Reranks with an ONNX cross-encoder on this machine, in a separate process. */
export const rerankerOnnx = defineReranker({
  name: NAME,
  specVersion: 1,
  capabilities,
  capabilitiesFor,
  settings: OnnxRerankerSettings,
  make: Effect.fnUntraced(function* (settings: OnnxRerankerSettings, context: PluginContext) {
    const options = modelOptions(settings, { kind: "score" }, context.dataDirectory);
    const local = yield* makeLocalModel({ plugin: NAME, model: options });
    const { batchSize } = settings;
    const threads = threadsOf(settings);
    const rerank = Effect.fnUntraced(function* (request: RerankRequest) {
      yield* checkRequest(request, capabilitiesFor(settings));
      const { query, passages } = request;
      const { maxTokens } = yield* local.info;
      const lengths = passages.map((passage) => query.length + passage.length);
      const scores: number[] = [];
      // One call per batch: an interrupted query ends after the current batch.
      for (const indexes of lengthBatches(lengths, { batchSize, maxTokens, threads })) {
        const values = yield* local.run({ kind: "score", query, passages: indexes.map((index) => passages[index]!) });
        for (const [row, index] of indexes.entries()) scores[index] = values[row]!;
      }
      return scores;
    });
    return { rerank, health: Effect.asVoid(local.info) } satisfies RerankerV1;
  }),
});
