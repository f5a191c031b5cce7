import { loadModel } from "./load-model.ts";
import { serveModel } from "./serve-model.ts";

/** The process of a model that embeds or scores. */
serveModel(loadModel);
