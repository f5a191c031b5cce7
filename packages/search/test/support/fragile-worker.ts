import { parentPort } from "node:worker_threads";
import { CLOSE, type Envelope, type ReadOperation } from "../../src/passage-index/protocol.ts";

/** Answers counts with its own age in requests; a collection named "poison" kills it. */
let requests = 0;
parentPort!.on("message", (message: Envelope<ReadOperation> | typeof CLOSE) => {
  if (message === CLOSE) return parentPort!.close();
  if (message.collectionId === "poison") throw new Error("poisoned");
  if (message.collectionId === "exit") process.exit(3);
  parentPort!.postMessage({ id: message.id, ok: true, value: ++requests });
});
