import { parentPort, workerData } from "node:worker_threads";
import { CLOSE, type Envelope, type ReadOperation } from "../../src/passage-index/protocol.ts";

// A reader to which some collections are long work: it is stuck in them until the gate opens.
const { gate, asked } = workerData as { readonly gate: Int32Array; readonly asked: Int32Array };
const port = parentPort!;

port.on("message", (message: Envelope<ReadOperation> | typeof CLOSE) => {
  if (message === CLOSE) return port.close();
  Atomics.add(asked, 0, 1);
  if (message.collectionId === "long") Atomics.wait(gate, 0, 0);
  port.postMessage({ id: message.id, ok: true, value: 1 });
});
