import { createRequire } from "node:module";
import { ModelFailure } from "../model-failure.ts";
import { missingRuntime, RUNTIME } from "./import-transformers.ts";

export type OnnxRuntime = typeof import("onnxruntime-node");

/** Imports the ONNX runtime that the package for local models contains. */
export function importOnnxRuntime(): OnnxRuntime {
  let transformers: string;
  try {
    transformers = createRequire(import.meta.url).resolve(RUNTIME);
  } catch {
    throw missingRuntime();
  }
  try {
    return createRequire(transformers)("onnxruntime-node") as OnnxRuntime;
  } catch (error) {
    throw new ModelFailure("incompatible", `the ONNX runtime could not be loaded: ${(error as Error).message}`);
  }
}
