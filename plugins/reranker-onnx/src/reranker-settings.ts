import { MODEL_SETTINGS } from "@quarry/onnx";
import { Effect, Schema } from "effect";

/** Settings of the reranker in the config file. */
export const OnnxRerankerSettings = Schema.Struct({
  ...MODEL_SETTINGS,
  maxPassages: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))
    .annotate({
      description: "Maximum number of passages per query. The model scores each: twice as many take twice the time.",
    })
    .pipe(Schema.withDecodingDefault(Effect.succeed(100))),
});

export type OnnxRerankerSettings = typeof OnnxRerankerSettings.Type;
