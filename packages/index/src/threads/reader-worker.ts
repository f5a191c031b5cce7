import { workerData } from "node:worker_threads";
import { answerWith, type Checkpoint, GivenUp, serveCalls } from "@quarry/plugin/workers/inside";
import type { WorkerRequest, ReadOperation } from "../passages/protocol.ts";
import { collectionPath, requireCollectionFile } from "../storage/collection-file.ts";
import type { Column } from "../columns/column.ts";
import { CachedPostings } from "../query/cached-postings.ts";
import { CollectionReader, type DataOperation } from "../storage/collection-reader.ts";
import { OpenFiles } from "../storage/open-files.ts";
import { SegmentCache } from "../segment-cache.ts";
import type { WordList } from "../spelling/word-list.ts";
import { toCallFailure } from "../storage/sqlite-failure.ts";
import { verifySmallFile } from "../storage/verify-file.ts";
import { VectorPorts } from "./vector-ports.ts";

/** Number of collections that stay open. Each has a connection with up to 8 MB of page cache. */
const OPEN_COLLECTIONS = 64;
/** Cache size for spelling words in bytes: some 2.5 million words of all collections. */
const WORD_LIST_BYTES = 67_108_864;
/**
 * Cache size for the postings of searched terms in bytes. All postings of 100,000 passages of 80 words take some 15 MB.
 */
const POSTING_BYTES = 33_554_432;
/** Cache size for the columns of range filters in bytes. One date for each of a million passages takes some 35 MB. */
const COLUMN_BYTES = 67_108_864;

const { directory } = workerData as { readonly directory: string };
const wordLists = new SegmentCache<WordList>(WORD_LIST_BYTES);
const postings = new CachedPostings(POSTING_BYTES);
const columns = new SegmentCache<Column>(COLUMN_BYTES);
const readers = new OpenFiles<CollectionReader>(OPEN_COLLECTIONS, (collectionId) =>
  collectionPath(directory, collectionId),
);

const read = (collectionId: string, operation: ReadOperation, checkpoint: Checkpoint): unknown => {
  if (operation.kind === "release") return readers.close(collectionId);
  const wasOpen = readers.has(collectionId);
  const reader = readers.get(collectionId) ?? open(collectionId, wasOpen);
  try {
    return reader.run(operation as DataOperation, checkpoint);
  } catch (error) {
    if (error instanceof GivenUp) throw error;
    // After any error, a new connection gives the next read the best chance.
    readers.close(collectionId);
    throw error;
  }
};

/** `isReplaced`: the file differs from the one that was open, and is not verified yet. */
const open = (collectionId: string, isReplaced: boolean): CollectionReader =>
  readers.open(collectionId, (path) => {
    requireCollectionFile(path, collectionId);
    if (isReplaced) verifySmallFile(path, collectionId);
    return new CollectionReader(path, collectionId, wordLists, postings, columns);
  });

const ports = new VectorPorts();

const answer = answerWith((call) => {
  const { collectionId, operation } = call.parameters as WorkerRequest<ReadOperation>;
  let readMs = 0;
  const timed = (part: ReadOperation) => {
    const start = performance.now();
    const found = read(collectionId, part, call.checkpoint);
    readMs += performance.now() - start;
    return found as never;
  };
  if (operation.kind === "search") return ports.search(call, timed).then((found) => ({ found, readMs }));
  const found: unknown = timed(operation);
  return { found, readMs };
});

serveCalls({ receive: (calls) => calls.forEach(answer), toFailure: toCallFailure, close: () => readers.closeAll() });
