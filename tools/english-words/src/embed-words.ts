import embedderOnnx from "@quarry/embedder-onnx";
import { Effect, Schema } from "effect";
import { normalised } from "./table.ts";
import type { Entry } from "./words.ts";

/** Additional forms of a word have no effect. */
const MOST_FORMS = 4;
const MODEL = { name: "model", dimension: 384 } as const;

/** Returns the vector of each entry: the mean of the vectors of its forms, with the first forms weighted highest. */
export async function embedWords(folder: string, entries: readonly Entry[]): Promise<readonly Float32Array[]> {
  const settings = Schema.decodeUnknownSync(embedderOnnx.settings)({
    model: folder,
    modelName: MODEL.name,
    dimension: MODEL.dimension,
    dtype: "int8",
    maxTokens: 16,
    threads: 1,
  });
  const context = { dataDirectory: folder, log: () => {} };
  return await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const embedder = yield* embedderOnnx.make(settings, context);
        const words = entries.flatMap(({ forms }) => forms.slice(0, MOST_FORMS));
        const vectors = new Map<string, Float32Array>();
        const step = embedderOnnx.capabilities.maxBatchTexts;
        for (let start = 0; start < words.length; start += step) {
          const texts = words.slice(start, start + step);
          const request = { model: MODEL.name, dimension: MODEL.dimension, inputType: "document", texts } as const;
          const embedded = yield* embedder.embed(request);
          for (const [at, vector] of embedded.vectors.entries()) vectors.set(texts[at]!, vector);
        }
        return entries.map(({ forms }) => meanOf(forms.slice(0, MOST_FORMS).map((form) => vectors.get(form)!)));
      }),
    ),
  );
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(MODEL.dimension);
  for (const [rank, vector] of vectors.entries())
    for (let at = 0; at < mean.length; at++) mean[at]! += vector[at]! / (rank + 1);
  return normalised(mean);
}
