import { lengthBatches, makeLocalModel, modelOptions, threadsOf } from "@quarry/onnx";
import { defineEmbedder, type EmbedderV1, type EmbedRequest, type PluginContext } from "@quarry/plugin";
import { Effect } from "effect";
import { checkRequest } from "./check-request.ts";
import { capabilities, capabilitiesFor } from "./embedder-capabilities.ts";
import { OnnxEmbedderSettings } from "./embedder-settings.ts";

const NAME = "@quarry/embedder-onnx";

/** Embeds with an ONNX model on this machine, in a separate process. */
export const embedderOnnx = defineEmbedder({
  name: NAME,
  specVersion: 1,
  capabilities,
  capabilitiesFor,
  settings: OnnxEmbedderSettings,
  make: Effect.fnUntraced(function* (settings: OnnxEmbedderSettings, context: PluginContext) {
    const { dimension, pooling, batchSize } = settings;
    const threads = threadsOf(settings);
    const task = { kind: "embed", pooling, dimension } as const;
    const local = yield* makeLocalModel({ plugin: NAME, model: modelOptions(settings, task, context.dataDirectory) });
    const model = capabilitiesFor(settings).models[0]!;
    const embed = Effect.fnUntraced(function* (request: EmbedRequest) {
      yield* checkRequest(request, model);
      const isQuery = request.inputType === "query";
      const prefix = isQuery ? settings.queryPrefix : settings.documentPrefix;
      const texts = request.texts.map((text) => prefix + text);
      const { maxTokens } = yield* local.info;
      const lengths = texts.map((text) => text.length);
      const vectors: Float32Array[] = [];
      // One call per batch: queries run between the batches of an upload, and an interruption ends it after the current
      // batch.
      for (const indexes of lengthBatches(lengths, { batchSize, maxTokens, threads })) {
        const job = { kind: "embed", texts: indexes.map((index) => texts[index]!) } as const;
        const values = yield* local.run(job, { isUrgent: isQuery });
        for (const [row, index] of indexes.entries())
          vectors[index] = values.slice(row * dimension, (row + 1) * dimension);
      }
      return { vectors };
    });
    return { embed, health: Effect.asVoid(local.info) } satisfies EmbedderV1;
  }),
});
