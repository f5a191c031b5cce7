import { workerData } from "node:worker_threads";
import type { ReceivedCall } from "@quarry/plugin/workers/inside";
import { PassageIndexError } from "../passages/passage-index-error.ts";
import type { Passage } from "../passages/passage.ts";
import type { WorkerRequest, WriteOperation } from "../passages/protocol.ts";
import type { DataOperation } from "../storage/collection-writer.ts";
import { toCallFailure } from "../storage/sqlite-failure.ts";
import { CollectionWriters } from "./collection-writers.ts";
import { WriterLoop, type WriterTask } from "./writer-loop.ts";

/** Milliseconds of background work between two transactions. */
const MAINTENANCE_SLICE_MS = 15;

const { directory } = workerData as { readonly directory: string };
const writers = new CollectionWriters(directory);
/** The first parts of puts that come in several messages. */
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
      const passages = wholePut(operation);
      return passages && { collection, write: { ...operation, passages }, weight: passages.length };
    }
    default:
      return { collection, write: operation, weight: 0 };
  }
};

/** Returns the passages of a put whose last part this is; undefined for the others. */
const wholePut = ({
  passages: part,
  upload,
}: Extract<WriteOperation, { readonly kind: "put" }>): readonly Passage[] | undefined => {
  if (upload === undefined) return part;
  const { number, offset, isLast } = upload;
  const passages = uploads.get(number) ?? [];
  // A part is missing when the thread that got it has died.
  if (passages.length !== offset) {
    if (isLast) throw lostPart();
    return undefined;
  }
  passages.push(...part);
  if (isLast) uploads.delete(number);
  else uploads.set(number, passages);
  return isLast ? passages : undefined;
};

const lostPart = (): PassageIndexError =>
  new PassageIndexError({ reason: "unavailable", message: "a part of the passages was lost with its worker thread" });

new WriterLoop({
  files: writers.files,
  taskOf,
  commit: (collection, operations) => writers.run(collection, operations),
  toFailure: toCallFailure,
  maintain: () => writers.maintain(MAINTENANCE_SLICE_MS),
}).start();
