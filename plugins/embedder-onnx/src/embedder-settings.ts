import { MODEL_SETTINGS, POOLINGS } from "@quarry/onnx";
import { Effect, Schema } from "effect";

const prefix = (description: string) =>
  Schema.String.annotate({ description }).pipe(Schema.withDecodingDefault(Effect.succeed("")));

/** Settings of the embedder in the config file. */
export const OnnxEmbedderSettings = Schema.Struct({
  ...MODEL_SETTINGS,
  dimension: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8192 })).annotate({
    description: 'Length of the model\'s vectors: "hidden_size" in its config.json. Checked when the model is loaded.',
  }),
  pooling: Schema.Literals(POOLINGS)
    .annotate({
      description: "How the vectors of a text's tokens are combined; see the model's documentation.",
    })
    .pipe(Schema.withDecodingDefault(Effect.succeed("mean" as const))),
  queryPrefix: prefix('Prefix of every query, for example "query: " for the e5 models.'),
  documentPrefix: prefix('Prefix of every document, for example "passage: " for the e5 models.'),
});

export type OnnxEmbedderSettings = typeof OnnxEmbedderSettings.Type;
