import { parentPort, workerData } from "node:worker_threads";
import { checkpointOf, GivenUp, GivenUpRequests } from "../../src/passage-index/given-up-requests.ts";
import { CLOSE, type Envelope, type ReadOperation } from "../../src/passage-index/protocol.ts";

/** Answers counts with how many requests it has begun; one of the collection "endless" it works on until it is given up. */
const givenUp = GivenUpRequests.ofWorker(workerData);
let begun = 0;

parentPort!.on("message", (message: Envelope<ReadOperation> | typeof CLOSE) => {
  if (message === CLOSE) return parentPort!.close();
  const checkpoint = checkpointOf(givenUp, message.id);
  try {
    checkpoint();
    begun++;
    if (message.collectionId === "endless") for (;;) checkpoint();
    parentPort!.postMessage({ id: message.id, ok: true, value: begun });
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    parentPort!.postMessage({ id: message.id, ok: false, reason: "internal", message: "given up" });
  }
});
