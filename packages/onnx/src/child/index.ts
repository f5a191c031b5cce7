// Code that runs in the process of a model.
export { importOnnxRuntime, type OnnxRuntime } from "./import-onnx-runtime.ts";
export { serveModel, type ServedModel } from "./serve-model.ts";
