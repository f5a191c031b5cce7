import { parentPort, workerData } from "node:worker_threads";
import { CLOSE, type Envelope, type RebuildOperation, type Reply } from "../protocol.ts";
import { collectionPath, requireCollectionFile } from "../sqlite/collection-file.ts";
import { CollectionWriter } from "../sqlite/collection-writer.ts";
import { verifyFile } from "../sqlite/verify-file.ts";
import { toFileError } from "../sqlite/sqlite-failure.ts";

const { directory } = workerData as { readonly directory: string };
const port = parentPort!;

const rebuild = ({ id, collectionId, operation }: Envelope<RebuildOperation>): Reply => {
  try {
    const path = collectionPath(directory, collectionId);
    requireCollectionFile(path, collectionId);
    if (operation.kind === "verify") verifyFile(path, collectionId);
    else {
      const writer = new CollectionWriter(path, collectionId);
      // Nobody waits for it but this collection, which waits already.
      writer.space.rewrite();
      writer.close();
    }
    return { id, ok: true, value: undefined };
  } catch (error) {
    const { reason, message } = toFileError(collectionId, error);
    return { id, ok: false, reason, message };
  }
};

port.on("message", (message: Envelope<RebuildOperation> | typeof CLOSE) => {
  if (message === CLOSE) port.close();
  else port.postMessage(rebuild(message));
});
