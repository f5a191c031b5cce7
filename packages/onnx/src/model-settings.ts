import { availableParallelism } from "node:os";
import { basename, join, resolve } from "node:path";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { isModelFolder } from "./is-model-folder.ts";
import type { ModelOptions, ModelTask, Pooling } from "./model-protocol.ts";

/** One core remains free for the service itself. */
const DEFAULT_THREADS = Math.max(1, availableParallelism() - 1);

const DEFAULT_HUB_URL = "https://huggingface.co";

export const POOLINGS = ["mean", "cls", "last"] as const satisfies readonly Pooling[];

/** Settings common to all plugins with a local model, for their structs. */
export const MODEL_SETTINGS = {
  model: Schema.NonEmptyString.annotate({
    description:
      'The folder of the model (absolute, or starting with "./" or "../" from the working directory of the service), or the id of a model on the hub.',
  }),
  modelName: Schema.optionalKey(Schema.NonEmptyString).annotate({
    description: "Name of the model in collections and queries. Default: the folder's name, or the hub's id.",
  }),
  allowDownload: Schema.Boolean.annotate({
    description: "Whether the model may be downloaded from the hub. Default: false, no network.",
  }).pipe(Schema.withDecodingDefault(Effect.succeed(false))),
  hubUrl: Schema.NonEmptyString.check(Schema.isPattern(/^https?:\/\/.+/))
    .annotate({ description: "Address of the hub or of a mirror." })
    .pipe(Schema.withDecodingDefault(Effect.succeed(DEFAULT_HUB_URL))),
  revision: Schema.NonEmptyString.annotate({
    description: "Branch, tag or commit on the hub. A commit ensures that the model never changes.",
  }).pipe(Schema.withDecodingDefault(Effect.succeed("main"))),
  dtype: Schema.Literals(["fp32", "fp16", "q8", "int8", "uint8", "q4", "q4f16", "bnb4"])
    .annotate({ description: "Variant of the weights; determines the name of the ONNX file." })
    .pipe(Schema.withDecodingDefault(Effect.succeed("fp32" as const))),
  device: Schema.Literals(["cpu", "cuda", "dml", "coreml", "webgpu"])
    .annotate({ description: "Device that runs the model. All but the CPU depend on the machine and its drivers." })
    .pipe(Schema.withDecodingDefault(Effect.succeed("cpu" as const))),
  maxTokens: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 8, maximum: 131_072 }))).annotate({
    description:
      "Maximum number of tokens of an input; longer ones are truncated. Default and maximum: the model's own limit.",
  }),
  batchSize: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 256 }))
    .annotate({ description: "Maximum number of inputs per batch; long inputs use smaller batches." })
    .pipe(Schema.withDecodingDefault(Effect.succeed(16))),
  threads: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 256 }))
    .annotate({ description: "CPU threads of the model. Default: one less than the machine's cores." })
    .pipe(Schema.withDecodingDefault(Effect.succeed(DEFAULT_THREADS))),
} as const;

const ModelSettingsStruct = Schema.Struct(MODEL_SETTINGS);

export type ModelSettings = typeof ModelSettingsStruct.Type;

/** Returns the name by which the platform identifies the model. */
export const modelNameOf = ({ model, modelName }: Pick<ModelSettings, "model" | "modelName">): string =>
  modelName ?? (isModelFolder(model) ? basename(resolve(model)) : model);

/** Returns the number of threads that determines batch sizes. Unlimited on a GPU, where small batches are no faster. */
export const threadsOf = ({ device, threads }: Pick<ModelSettings, "device" | "threads">): number =>
  device === "cpu" ? threads : Infinity;

/** Returns options for the model's process, from the settings and the plugin's data folder. */
export const modelOptions = (settings: ModelSettings, task: ModelTask, dataDirectory: string): ModelOptions => ({
  task,
  model: settings.model,
  allowDownload: settings.allowDownload,
  hubUrl: settings.hubUrl,
  revision: settings.revision,
  dtype: settings.dtype,
  device: settings.device,
  threads: settings.threads,
  ...(settings.maxTokens !== undefined && { maxTokens: settings.maxTokens }),
  cacheDirectory: join(dataDirectory, "models"),
});
