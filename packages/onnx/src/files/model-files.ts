import type { ModelDtype } from "../model-protocol.ts";

/** Files that a model's folder must contain in addition to the weights. */
export const NEEDED_FILES: readonly string[] = ["config.json", "tokenizer.json", "tokenizer_config.json"];

/** File name suffix of each variant, as in published models. */
const SUFFIXES: Readonly<Record<ModelDtype, string>> = {
  fp32: "",
  fp16: "_fp16",
  q8: "_quantized",
  int8: "_int8",
  uint8: "_uint8",
  q4: "_q4",
  q4f16: "_q4f16",
  bnb4: "_bnb4",
};

export const weightsFile = (dtype: ModelDtype): string => `model${SUFFIXES[dtype]}.onnx`;
