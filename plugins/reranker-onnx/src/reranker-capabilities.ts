import { modelNameOf } from "@quarry/onnx";
import type { RerankerCapabilities } from "@quarry/plugin";
import type { OnnxRerankerSettings } from "./reranker-settings.ts";

/** There is no model without settings. */
export const capabilities: RerankerCapabilities = { models: [], credential: "none", maxPassages: 1000 };

export const capabilitiesFor = (settings: OnnxRerankerSettings): RerankerCapabilities => ({
  models: [modelNameOf(settings)],
  credential: "none",
  maxPassages: settings.maxPassages,
});
