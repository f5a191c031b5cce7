import { workerData } from "node:worker_threads";
import type { ReceivedCall } from "@quarry/plugin/workers/inside";
import type { Passage } from "../passages/passage.ts";
import type { WorkerRequest, WriteOperation } from "../passages/protocol.ts";
import type { DataOperation } from "../storage/collection-writer.ts";
import { toCallFailure } from "../storage/sqlite-failure.ts";
import { CollectionWriters } from "./collection-writers.ts";
import { Uploads } from "./uploads.ts";
import { WriterLoop, type WriterTask } from "./writer-loop.ts";

/** Time slice of background work between two transactions, in milliseconds. */
const MAINTENANCE_SLICE_MS = 15;

const { directory } = workerData as { readonly directory: string };
const writers = new CollectionWriters(directory);
const uploads = new Uploads<Passage>();

const taskOf = (call: ReceivedCall): WriterTask<DataOperation> | undefined => {
  const { collectionId: collection, operation } = call.parameters as WorkerRequest<WriteOperation>;
  switch (operation.kind) {
    case "open":
      return { collection, run: () => writers.open(collection) };
    case "ensure":
      return { collection, run: () => writers.ensure(collection) };
    case "drop":
      return { collection, run: () => writers.drop(collection) };
    case "put": {
      const { upload } = operation;
      const passages = upload === undefined ? operation.passages : uploads.add(operation.passages, upload);
      return passages && { collection, write: { ...operation, passages }, weight: passages.length };
    }
    default:
      return { collection, write: operation, weight: 0 };
  }
};

new WriterLoop({
  files: writers.files,
  taskOf,
  commit: (collection, operations) => writers.run(collection, operations),
  toFailure: toCallFailure,
  maintain: () => writers.maintain(MAINTENANCE_SLICE_MS),
}).start();
