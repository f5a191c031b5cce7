import { ModelFailure } from "../model-failure.ts";

export const isModelFailure = (error: unknown): error is ModelFailure => error instanceof ModelFailure;

/** An error of the runtime: it has no codes, only words, and the same model fails the same way again. */
export function runtimeFailure(error: unknown): ModelFailure {
  const message = error instanceof Error ? error.message : String(error);
  return new ModelFailure("incompatible", `the model can't be run: ${message}`);
}
