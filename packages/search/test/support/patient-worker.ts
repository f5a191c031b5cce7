import { answerWith, serveCalls } from "@quarry/plugin/workers/inside";
import type { WorkerRequest, ReadOperation } from "../../../index/src/passages/protocol.ts";
import { toCallFailure } from "../../../index/src/storage/sqlite-failure.ts";

/**
 * Responds to count requests with the number of requests that it has begun. A request for the collection "endless" runs
 * until it is cancelled.
 */
let begun = 0;

const answer = answerWith(({ parameters, checkpoint }) => {
  begun++;
  if ((parameters as WorkerRequest<ReadOperation>).collectionId === "endless") for (;;) checkpoint();
  return begun;
});

serveCalls({ receive: (calls) => calls.forEach(answer), toFailure: toCallFailure });
