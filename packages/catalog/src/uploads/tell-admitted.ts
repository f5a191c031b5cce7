import { Effect } from "effect";
import { makeDescribeDocument } from "../describe/describe-document.ts";
import { makeRestartDocument } from "../restart-document.ts";
import type { AdmittedFile } from "./admission.ts";

/** Makes the function that notifies subscribers and updates the passage index, once an admitted file is committed. */
export const makeTellAdmitted = Effect.gen(function* () {
  const restarting = yield* makeRestartDocument;
  const describing = yield* makeDescribeDocument;
  return ({ outcome, document }: AdmittedFile) => {
    if (outcome !== "replaced" && outcome !== "updated") return Effect.void;
    const told = outcome === "replaced" ? restarting.tell(document) : Effect.void;
    // If it fails, the job that was enqueued with the record does it.
    return Effect.andThen(told, Effect.ignore(describing.passages(document.id)));
  };
});
