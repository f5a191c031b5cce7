import { answerWith, serveCalls } from "@quarry/plugin/workers";
import type { Asked, ReadOperation } from "../../src/passage-index/protocol.ts";
import { toCallFailure } from "../../src/passage-index/sqlite/sqlite-failure.ts";

/** Answers counts with how many requests it has begun; one of the collection "endless" it works on until it is given up. */
let begun = 0;

const answer = answerWith(({ parameters, checkpoint }) => {
  begun++;
  if ((parameters as Asked<ReadOperation>).collectionId === "endless") for (;;) checkpoint();
  return begun;
});

serveCalls({ receive: (calls) => calls.forEach(answer), toFailure: toCallFailure });
