import { ModelFailure } from "../model-failure.ts";

export type Transformers = typeof import("@huggingface/transformers");

export const RUNTIME = "@huggingface/transformers";

/** Imports the runtime. It has several hundred megabytes, so it is installed only where local models are used. */
export async function importTransformers(): Promise<Transformers> {
  try {
    return await import("@huggingface/transformers");
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isMissing = (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND" && message.includes(RUNTIME);
    throw isMissing
      ? missingRuntime()
      : new ModelFailure("incompatible", `the package ${RUNTIME} could not be loaded: ${message}`);
  }
}

export const missingRuntime = (): ModelFailure =>
  new ModelFailure(
    "incompatible",
    `the package ${RUNTIME} is not installed: run "npm install ${RUNTIME}@4" in the folder of the service`,
  );
