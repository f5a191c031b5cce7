import { workerData } from "node:worker_threads";
import type { ReceivedCall } from "@quarry/plugin/workers/inside";
import { PassageIndexError } from "../passages/passage-index-error.ts";
import type { Passage } from "../passages/passage.ts";
import type { WorkerRequest, WriteOperation } from "../passages/protocol.ts";
import type { DataOperation } from "../storage/collection-writer.ts";
import { toCallFailure } from "../storage/sqlite-failure.ts";
import { CollectionWriters } from "./collection-writers.ts";
import { WriterLoop, type WriterTask } from "./writer-loop.ts";

/** Time slice of background work between two transactions, in milliseconds. */
const MAINTENANCE_SLICE_MS = 15;

const { directory } = workerData as { readonly directory: string };
const writers = new CollectionWriters(directory);
/** First chunks of puts that are sent in several messages. */
const uploads = new Map<number, Passage[]>();

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
      const passages = completePut(operation);
      return passages && { collection, write: { ...operation, passages }, weight: passages.length };
    }
    default:
      return { collection, write: operation, weight: 0 };
  }
};

/** Returns all passages of a put when its last chunk arrives; undefined for the others. */
const completePut = ({
  passages: part,
  upload,
}: Extract<WriteOperation, { readonly kind: "put" }>): readonly Passage[] | undefined => {
  if (upload === undefined) return part;
  const { number, offset, isLast } = upload;
  const passages = uploads.get(number) ?? [];
  // A chunk is missing if the thread that received it has died.
  if (passages.length !== offset) {
    if (isLast) throw lostChunk();
    return undefined;
  }
  passages.push(...part);
  if (isLast) uploads.delete(number);
  else uploads.set(number, passages);
  return isLast ? passages : undefined;
};

const lostChunk = (): PassageIndexError =>
  new PassageIndexError({ reason: "unavailable", message: "a part of the passages was lost with its worker thread" });

new WriterLoop({
  files: writers.files,
  taskOf,
  commit: (collection, operations) => writers.run(collection, operations),
  toFailure: toCallFailure,
  maintain: () => writers.maintain(MAINTENANCE_SLICE_MS),
}).start();
