import { ModelFailure } from "../model-failure.ts";

export const isModelFailure = (error: unknown): error is ModelFailure => error instanceof ModelFailure;

/** Converts an error of the runtime. It has no codes, only messages, and the same model fails the same way again. */
export function runtimeFailure(error: unknown): ModelFailure {
  const message = error instanceof Error ? error.message : String(error);
  return new ModelFailure("incompatible", `the model can't be run: ${message}`);
}
