// The process of a model, for packages with a kind of model of their own: without Effect, which threads that parse don't load.
export { ModelFailure } from "./model-failure.ts";
export { ModelProcess, type ModelProcessOptions } from "./model-process.ts";
