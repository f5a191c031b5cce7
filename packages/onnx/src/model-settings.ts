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
      'The folder of the model (absolute, or starting with "./" or "../" from the folder that the service runs in), or the id of a model on the hub.',
  }),
  modelName: Schema.optionalKey(Schema.NonEmptyString).annotate({
    description: "The name that collections and queries give the model. Default: the folder's name, or the hub's id.",
  }),
  allowDownload: Schema.Boolean.annotate({
    description: "Whether a model may be fetched from the hub. Default: false, no network.",
  }).pipe(Schema.withDecodingDefault(Effect.succeed(false))),
  hubUrl: Schema.NonEmptyString.check(Schema.isPattern(/^https?:\/\/.+/))
    .annotate({ description: "Address of the hub, or of a mirror of it." })
    .pipe(Schema.withDecodingDefault(Effect.succeed(DEFAULT_HUB_URL))),
  revision: Schema.NonEmptyString.annotate({
    description: "Branch, tag or commit on the hub. Name a commit, so that the model never changes.",
  }).pipe(Schema.withDecodingDefault(Effect.succeed("main"))),
  dtype: Schema.Literals(["fp32", "fp16", "q8", "int8", "uint8", "q4", "q4f16", "bnb4"])
    .annotate({ description: "Which variant of the weights: the name of the ONNX file follows from it." })
    .pipe(Schema.withDecodingDefault(Effect.succeed("fp32" as const))),
  device: Schema.Literals(["cpu", "cuda", "dml", "coreml", "webgpu"])
    .annotate({ description: "What computes. Anything but the CPU depends on the machine and its drivers." })
    .pipe(Schema.withDecodingDefault(Effect.succeed("cpu" as const))),
  maxTokens: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 8, maximum: 131_072 }))).annotate({
    description: "Longer inputs are cut to so many tokens. Default, and at most: what the model takes.",
  }),
  batchSize: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 256 }))
    .annotate({ description: "Most inputs that go through the model at once; long ones go in smaller batches." })
    .pipe(Schema.withDecodingDefault(Effect.succeed(16))),
  threads: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 256 }))
    .annotate({ description: "CPU threads of the model. Default: the machine's cores less one." })
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
