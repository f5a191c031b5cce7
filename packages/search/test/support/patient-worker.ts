import { answerWith, serveCalls } from "@quarry/plugin/workers/inside";
import type { WorkerRequest, ReadOperation } from "../../../index/src/passages/protocol.ts";
import { toCallFailure } from "../../../index/src/storage/sqlite-failure.ts";

/** Answers counts with how many requests it has begun; one of the collection "endless" it works on until it is given up. */
let begun = 0;

const answer = answerWith(({ parameters, checkpoint }) => {
  begun++;
  if ((parameters as WorkerRequest<ReadOperation>).collectionId === "endless") for (;;) checkpoint();
  return begun;
});

serveCalls({ receive: (calls) => calls.forEach(answer), toFailure: toCallFailure });
