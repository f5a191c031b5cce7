import { ModelFailure } from "../model-failure.ts";
import type { FromModel, ToModel } from "../model-protocol.ts";

/** A loaded model. */
export interface ServedModel<Info, Job, Answer> {
  readonly info: Info;
  readonly run: (job: Job) => Promise<Answer>;
}

/** Runs this process as the process of one model: loads the model, then executes one job after the other. */
export function serveModel<Options, Info, Job, Answer>(
  load: (options: Options) => Promise<ServedModel<Info, Job, Answer>>,
): void {
  let model: ServedModel<Info, Job, Answer> | undefined;
  const answer = async (message: ToModel<Options, Job>): Promise<FromModel<Info, Answer>> => {
    if (message.type === "load") {
      model = await load(message.options);
      return { type: "loaded", info: model.info };
    }
    return { type: "done", values: await model!.run(message.job) };
  };
  process.on("message", (message: ToModel<Options, Job>) => {
    void answer(message)
      .catch((error: unknown) => failed(error))
      .then((reply) => process.send!(reply));
  });
  // The service is gone, and no other process would end this one.
  process.on("disconnect", () => process.exit());
}

function failed(error: unknown): FromModel<never, never> {
  if (error instanceof ModelFailure) return { type: "failed", reason: error.reason, message: error.message };
  // The runtime has no codes, only messages, and the same model fails the same way again.
  const message = error instanceof Error ? error.message : String(error);
  return { type: "failed", reason: "incompatible", message: `the model can't be run: ${message}` };
}
