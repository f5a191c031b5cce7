import { basename, resolve } from "node:path";
import { Schema } from "effect";

/** Settings of the embedder in the config file. */
export const StaticEmbedderSettings = Schema.Struct({
  model: Schema.NonEmptyString.annotate({
    description:
      "The folder of the model (absolute, or from the working directory of the service), with model.safetensors and tokenizer.json.",
  }),
  modelName: Schema.optionalKey(Schema.NonEmptyString).annotate({
    description: "Name of the model in collections and queries. Default: the folder's name.",
  }),
  dimension: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8192 })).annotate({
    description: "Length of the model's vectors. Checked when the model is loaded.",
  }),
});

export type StaticEmbedderSettings = typeof StaticEmbedderSettings.Type;

/** Returns the name by which the platform identifies the model. */
export const modelNameOf = ({ model, modelName }: StaticEmbedderSettings): string =>
  modelName ?? basename(resolve(model));
