import { loadModel } from "./load-model.ts";
import { serveModel } from "./serve-model.ts";

/** Process of a model that embeds or scores. */
serveModel(loadModel);
