import { workerData } from "node:worker_threads";
import { answerWith, serveCalls } from "@quarry/plugin/workers/inside";
import type { WorkerRequest, ReadOperation } from "../../../index/src/passages/protocol.ts";
import { toCallFailure } from "../../../index/src/storage/sqlite-failure.ts";

// A reader that blocks in the collection "long" until the gate opens. A read of "waiting" waits for another thread, and
// blocks after the next read.
const { gate, asked: requested } = workerData as { readonly gate: Int32Array; readonly asked: Int32Array };

const ANSWER = { found: 1, readMs: 0 };
let goOn = () => {};

const block = () => {
  Atomics.add(requested, 0, 1);
  Atomics.wait(gate, 0, 0);
};

const answer = answerWith(({ parameters, wait }) => {
  const { collectionId } = parameters as WorkerRequest<ReadOperation>;
  if (collectionId === "waiting") {
    wait();
    return new Promise((resolve) => {
      goOn = () => {
        block();
        resolve(ANSWER);
      };
    });
  }
  if (collectionId === "long") block();
  else Atomics.add(requested, 0, 1);
  setImmediate(goOn);
  return ANSWER;
});

serveCalls({ receive: (calls) => calls.forEach(answer), toFailure: toCallFailure });
