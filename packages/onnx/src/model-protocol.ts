import type { PluginErrorReason } from "@quarry/plugin";

/** Pooling of the token vectors into one: their mean, the first token's or the last token's. */
export type Pooling = "mean" | "cls" | "last";

/** Number format of a model's weights. Each has its own file (`child/locate-model.ts`). */
export type ModelDtype = "fp32" | "fp16" | "q8" | "int8" | "uint8" | "q4" | "q4f16" | "bnb4";

export type ModelDevice = "cpu" | "cuda" | "dml" | "coreml" | "webgpu";

/** Task of a model's process, with the properties that the model must have. */
export type ModelTask =
  | { readonly kind: "embed"; readonly pooling: Pooling; readonly dimension: number }
  | { readonly kind: "score" };

/** Options for a model's process. */
export interface ModelOptions {
  readonly task: ModelTask;
  /** Folder (an absolute path, or one that starts with "./" or "../") or id on a hub. */
  readonly model: string;
  readonly allowDownload: boolean;
  readonly hubUrl: string;
  readonly revision: string;
  readonly dtype: ModelDtype;
  readonly device: ModelDevice;
  readonly threads: number;
  /** Limited to the model's maximum. Default: the model's maximum. */
  readonly maxTokens?: number;
  /** Folder that caches files from a hub. */
  readonly cacheDirectory: string;
}

export interface ModelInfo {
  /** Maximum number of tokens of one input, including the model's start and end tokens. */
  readonly maxTokens: number;
}

/** Batch of inputs for one pass through the model. */
export type ModelJob =
  | { readonly kind: "embed"; readonly texts: readonly string[] }
  | { readonly kind: "score"; readonly query: string; readonly passages: readonly string[] };

/** Message to a model's process. `Options` and `Job` are those of its kind of model. */
export type ToModel<Options = ModelOptions, Job = ModelJob> =
  | { readonly type: "load"; readonly options: Options }
  | { readonly type: "run"; readonly job: Job };

export type FromModel<Info = ModelInfo, Answer = Float32Array> =
  | { readonly type: "loaded"; readonly info: Info }
  /** For texts and passages: the concatenated vectors, or a score per passage. */
  | { readonly type: "done"; readonly values: Answer }
  | { readonly type: "failed"; readonly reason: PluginErrorReason; readonly message: string };
