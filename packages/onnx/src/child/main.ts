import { isModelFailure, runtimeFailure } from "./child-failure.ts";
import type { FromModel, ToModel } from "../model-protocol.ts";
import { loadModel, type LoadedModel } from "./load-model.ts";

/** The process of one model: it loads it, and then does one batch after the other. */
let model: LoadedModel | undefined;

process.on("message", (message: ToModel) => {
  void answer(message)
    .catch((error: unknown) => failed(error))
    .then((reply) => process.send!(reply));
});
// The service is gone, and nobody would end this process.
process.on("disconnect", () => process.exit());

async function answer(message: ToModel): Promise<FromModel> {
  if (message.type === "load") {
    model = await loadModel(message.options);
    return { type: "loaded", info: { maxTokens: model.maxTokens } };
  }
  return { type: "done", values: await model!.run(message.job) };
}

function failed(error: unknown): FromModel {
  const { reason, message } = isModelFailure(error) ? error : runtimeFailure(error);
  return { type: "failed", reason, message };
}
