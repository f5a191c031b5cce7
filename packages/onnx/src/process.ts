// Process of a model, for packages with their own kind of model. Doesn't use Effect, so parser threads need not load
// it.
export { ModelFailure } from "./model-failure.ts";
export { ModelProcess, type ModelProcessOptions } from "./model-process.ts";
