import { answerWith, serveCalls } from "@quarry/plugin/workers/inside";
import type { WorkerRequest, ReadOperation } from "../../../index/src/passages/protocol.ts";
import { toCallFailure } from "../../../index/src/storage/sqlite-failure.ts";

/** Responds to count requests with its own age in requests. A collection named "poison" kills it. */
let requests = 0;
const answer = answerWith(() => ++requests);

serveCalls({
  receive: (calls) => {
    for (const call of calls) {
      const { collectionId } = call.parameters as WorkerRequest<ReadOperation>;
      if (collectionId === "poison") throw new Error("poisoned");
      if (collectionId === "exit") process.exit(3);
      answer(call);
    }
  },
  toFailure: toCallFailure,
});
