import { OWN_FIELDS, type Passage, vectorIdOf } from "@quarry/index";
import { GIVEN_CHUNKS_TYPE } from "@quarry/plugin/domain";
import { done, type Job, type JobHandler, type JobLease } from "@quarry/jobs";
import { Database, type DocumentRecord, DocumentRepository, type StoreError, type Transaction } from "@quarry/store";
import { Effect } from "effect";
import { makeRestartDocument } from "../restart-document.ts";
import type { VectorTarget } from "../vector-writes/vector-targets.ts";
import { deleteFromSide, storedRecords, upsertTo } from "../vector-writes/target-records.ts";
import { type WriteServices, writeServices } from "../vector-writes/write-services.ts";
import { makeDescribeDocument } from "./describe-document.ts";
import { DESCRIBE_GATHER_MS, describedDocumentOf } from "./describe-job.ts";

/** Number of vectors rewritten at a time; bounds memory. */
const BATCH = 256;

/** Updates passages and every store with a document's current metadata, then records that they are up to date. */
export const describeJobHandler: JobHandler<
  | Effect.Services<typeof writeServices>
  | Effect.Services<typeof makeDescribeDocument>
  | Effect.Services<typeof makeRestartDocument>
  | Database
> = {
  run: (job, lease) => Effect.as(describe(job, lease), done),
};

const describe = Effect.fn("describe")(function* (job: Job, lease: JobLease) {
  const { collectionId, documentId } = describedDocumentOf(job.payload);
  const documents = yield* DocumentRepository;
  const describing = yield* makeDescribeDocument;
  const services = yield* writeServices;
  const restart = yield* makeRestartDocument;
  for (;;) {
    const version = yield* documents.laggingVersion(collectionId, documentId);
    if (version === undefined) return;
    const document = yield* documents.findById(documentId);
    if (document !== undefined && document.liveGeneration !== null) {
      yield* describing.passages(documentId);
      yield* describeVectors(services, { collectionId, documentId, generation: document.liveGeneration });
    }
    const needsReprocessing = document !== undefined && (yield* hasUnknownChunks(services, document));
    const followUp = (transaction: Transaction) =>
      needsReprocessing
        ? Effect.asVoid(restart({ id: collectionId }, documentId, undefined, transaction))
        : Effect.void;
    if (yield* conclude(services, lease, { collectionId, documentId, version }, followUp)) return;
    yield* Effect.sleep(DESCRIBE_GATHER_MS);
  }
});

/**
 * Whether the document has chunks uploaded before the service recorded which metadata was uploaded with each chunk. The
 * metadata of these chunks can't be updated. Reprocessing records it and applies the document's current metadata.
 */
const hasUnknownChunks = Effect.fnUntraced(function* ({ passages }: WriteServices, document: DocumentRecord) {
  const { id, collectionId, liveGeneration, fileType, former: previous } = document;
  if (fileType !== GIVEN_CHUNKS_TYPE || liveGeneration === null || previous !== null) return false;
  const page = yield* passages.listChunks(collectionId, id, liveGeneration, { limit: 1 });
  return page.passages.some(({ metadata }) => !(OWN_FIELDS in metadata));
});

/** Runs `followUp` and ends the job. Returns false if the document's metadata changed meanwhile. */
const conclude = Effect.fnUntraced(function* (
  { changes }: WriteServices,
  lease: JobLease,
  { collectionId, documentId, version }: Record<"collectionId" | "documentId" | "version", string>,
  followUp: (transaction: Transaction) => Effect.Effect<void, StoreError>,
) {
  const database = yield* Database;
  const documents = yield* DocumentRepository;
  return yield* database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      // A patch of the document takes the same lock: either it sees this job as complete, or this job sees the patch.
      yield* changes.lockCollection(collectionId, transaction);
      if (!(yield* documents.forgetLagging(collectionId, documentId, version, transaction))) return false;
      yield* followUp(transaction);
      yield* lease.complete(transaction);
      return true;
    }),
  );
});

interface Run {
  readonly collectionId: string;
  readonly documentId: string;
  readonly generation: number;
}

/**
 * Writes the current metadata of passages to their vectors in all indexes of the collection, and to the store of their
 * terms.
 */
const describeVectors = Effect.fnUntraced(function* (services: WriteServices, { collectionId, ...run }: Run) {
  const collection = yield* services.collections.findById(collectionId);
  if (collection === undefined) return;
  const { passages } = services;
  let after: number | undefined;
  for (;;) {
    const page = yield* passages.listChunks(collectionId, run.documentId, run.generation, { limit: BATCH, after });
    const last = page.passages.at(-1);
    if (last === undefined) break;
    const { live, building, previous } = yield* services.targets(collection);
    yield* updateVectors(services, live, page.passages, collectionId);
    const others = building === undefined ? previous : [building, ...previous];
    yield* Effect.forEach(
      others,
      (target) =>
        Effect.catchIf(
          updateVectors(services, target, page.passages, collectionId),
          // The index is being dropped.
          (error) => error.reason === "not_found",
          () => Effect.void,
        ),
      { discard: true },
    );
    after = last.chunkIndex;
  }
  yield* passages.keepDescribed(collectionId, run);
});

const updateVectors = Effect.fnUntraced(function* (
  { passages: index }: WriteServices,
  target: VectorTarget,
  passages: readonly Passage[],
  collectionId: string,
) {
  const stored = yield* storedRecords(target, passages);
  const records = passages.flatMap((passage) => {
    const record = stored.get(vectorIdOf(passage));
    return record === undefined ? [] : [{ ...record, metadata: passage.metadata }];
  });
  if (records.length === 0) return;
  yield* upsertTo(target, records);
  // Vectors of passages that were removed during this write must not remain.
  const referenced = new Set(
    (yield* index.get(
      collectionId,
      passages.map(({ id }) => id),
    )).map(vectorIdOf),
  );
  const unreferenced = records.map(({ id }) => id).filter((id) => !referenced.has(id));
  if (unreferenced.length > 0) yield* deleteFromSide(target, unreferenced);
});
