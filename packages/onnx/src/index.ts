// Models that run in a process of their own, for the plugins that embed and rerank with them.
export { lengthBatches, type LengthBatchLimits } from "./length-batches.ts";
export { type LocalModel, type LocalModelOptions, makeLocalModel, type RunOptions } from "./local-model.ts";
export type { ModelInfo, ModelJob, Pooling } from "./model-protocol.ts";
export {
  MODEL_SETTINGS,
  modelNameOf,
  type ModelSettings,
  modelOptions,
  POOLINGS,
  threadsOf,
} from "./model-settings.ts";
