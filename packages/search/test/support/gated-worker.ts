import { workerData } from "node:worker_threads";
import { answerWith, serveCalls } from "@quarry/plugin/workers/inside";
import type { WorkerRequest, ReadOperation } from "../../../index/src/passages/protocol.ts";
import { toCallFailure } from "../../../index/src/storage/sqlite-failure.ts";

// A reader that blocks in some collections until the gate opens.
const { gate, asked: requested } = workerData as { readonly gate: Int32Array; readonly asked: Int32Array };

const answer = answerWith(({ parameters }) => {
  Atomics.add(requested, 0, 1);
  if ((parameters as WorkerRequest<ReadOperation>).collectionId === "long") Atomics.wait(gate, 0, 0);
  return 1;
});

serveCalls({ receive: (calls) => calls.forEach(answer), toFailure: toCallFailure });
