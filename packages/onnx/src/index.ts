// Models that run in a separate process, for the embedder and reranker plugins that use them.
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
