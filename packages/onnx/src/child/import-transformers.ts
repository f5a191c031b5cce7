import { ModelFailure } from "../model-failure.ts";

export type Transformers = typeof import("@huggingface/transformers");

const PACKAGE = "@huggingface/transformers";

/** The runtime. It weighs several hundred megabytes, so that it is installed only where local models are used. */
export async function importTransformers(): Promise<Transformers> {
  try {
    return await import("@huggingface/transformers");
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isMissing = (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND" && message.includes(PACKAGE);
    throw new ModelFailure(
      "incompatible",
      isMissing
        ? `the package ${PACKAGE} is not installed: run "npm install ${PACKAGE}@4" beside the service`
        : `the package ${PACKAGE} could not be loaded: ${message}`,
    );
  }
}
