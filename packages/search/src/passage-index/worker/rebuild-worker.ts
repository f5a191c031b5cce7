import { parentPort, workerData } from "node:worker_threads";
import { CLOSE, type Envelope, type RebuildOperation, type Reply } from "../protocol.ts";
import { collectionPath } from "../sqlite/collection-file.ts";
import { CollectionWriter } from "../sqlite/collection-writer.ts";
import { toPassageIndexError } from "../sqlite/sqlite-failure.ts";

const { directory } = workerData as { readonly directory: string };
const port = parentPort!;

const rebuild = ({ id, collectionId }: Envelope<RebuildOperation>): Reply => {
  try {
    const writer = new CollectionWriter(collectionPath(directory, collectionId));
    // Nobody waits for it but this collection, which waits already.
    writer.space.rewrite();
    writer.close();
    return { id, ok: true, value: undefined };
  } catch (error) {
    const { reason, message } = toPassageIndexError(error);
    return { id, ok: false, reason, message };
  }
};

port.on("message", (message: Envelope<RebuildOperation> | typeof CLOSE) => {
  if (message === CLOSE) port.close();
  else port.postMessage(rebuild(message));
});
