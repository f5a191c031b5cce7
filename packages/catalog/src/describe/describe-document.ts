import { PassageIndex, type PassageIndexError } from "@quarry/index";
import type { DomainError, JsonObject } from "@quarry/plugin/domain";
import { JobQueue } from "@quarry/jobs";
import {
  type DocumentChange,
  type DocumentRecord,
  DocumentRepository,
  liveMetadata,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Effect, Semaphore } from "effect";
import { makeAttachedTo } from "../attached-to.ts";
import { describeJob } from "./describe-job.ts";

/**
 * Writes a document's metadata in three steps. First its record. Then the metadata that its passages share, stored once
 * in the passage index, which all answers and filters use from then on. Finally, by a durable job, the metadata of each
 * of its vectors, in stores that filter by themselves. Until that job is complete, queries don't rely on the metadata in
 * these stores.
 */
export interface DescribeDocument {
  /**
   * Writes the records of the document and of its attachments, with a note that stores are outdated; updates the
   * passage index after the commit. The caller must have locked the collection.
   */
  record(
    document: DocumentRecord,
    change: DocumentChange,
    previousMetadata: JsonObject | undefined,
    within: Transaction,
  ): Effect.Effect<RecordedChange, DomainError | StoreError>;
  /**
   * Updates the passage index from the document's record after the transaction commits. If that fails, the job that was
   * enqueued with the record does it. The returned effect has the outcome, after the commit.
   */
  passagesAfter(within: Transaction, documentId: string): Effect.Effect<IndexUpdate>;
  /** Updates the passage index from the document's record. Idempotent. */
  passages(documentId: string): Effect.Effect<void, PassageIndexError | StoreError>;
}

/** Outcome of updating the passage index from a record. */
export type IndexUpdate = Effect.Effect<void, PassageIndexError | StoreError>;

export interface RecordedChange {
  readonly document: DocumentRecord;
  readonly indexed: IndexUpdate;
}

/**
 * Striped locks that serialise the changes of a document's passages. Without them, a job that read the record before a
 * patch could write its older metadata after the patch was answered. Documents share locks by the first byte of their
 * ids.
 */
const locks = Array.from({ length: 256 }, () => Semaphore.makeUnsafe(1));
const lockOf = (documentId: string) => locks[Number.parseInt(documentId.slice(0, 2), 16)] ?? locks[0]!;

export const makeDescribeDocument = Effect.gen(function* () {
  const repository = yield* DocumentRepository;
  const jobs = yield* JobQueue;
  const index = yield* PassageIndex;
  const attachedTo = yield* makeAttachedTo;

  /** Attachments of a document get its metadata, which access filters match, and its expiry. */
  const recordAttachments = Effect.fnUntraced(function* (
    document: DocumentRecord,
    { metadata, expiresAt }: DocumentChange,
    within: Transaction,
    depth: number,
  ) {
    if (metadata === undefined && expiresAt === undefined) return;
    const change = { ...(metadata !== undefined && { metadata }), ...(expiresAt !== undefined && { expiresAt }) };
    for (const attachment of yield* attachedTo(document, depth, within)) {
      yield* recordAll(attachment, change, attachment.former === null ? undefined : metadata, within, depth + 1);
    }
  });

  const recordAll = Effect.fnUntraced(function* (
    document: DocumentRecord,
    change: DocumentChange,
    previousMetadata: JsonObject | undefined,
    within: Transaction,
    depth: number,
  ): Effect.fn.Return<DocumentRecord, DomainError | StoreError> {
    const changed = yield* repository.change(document, change, previousMetadata, within);
    if (changed.liveGeneration !== null) {
      yield* jobs.enqueue(describeJob({ collectionId: changed.collectionId, documentId: changed.id }), within);
    }
    yield* recordAttachments(changed, change, within, depth);
    return changed;
  });
  const record: DescribeDocument["record"] = (document, change, previousMetadata, within) =>
    Effect.all({
      document: recordAll(document, change, previousMetadata, within, 0),
      indexed: passagesAfter(within, document.id),
    });

  const bringUp = Effect.fnUntraced(function* (documentId: string) {
    let document = yield* repository.findById(documentId);
    while (document !== undefined && document.liveGeneration !== null) {
      const run = { documentId, generation: document.liveGeneration };
      yield* index.describe(document.collectionId, run, liveMetadata(document));
      // Another process can have changed the record meanwhile, and updated its passages first.
      const now = yield* repository.findById(documentId);
      if (now?.updatedAt === document.updatedAt && now.liveGeneration === document.liveGeneration) return;
      document = now;
    }
  });

  const passages: DescribeDocument["passages"] = (documentId) => lockOf(documentId).withPermit(bringUp(documentId));

  const passagesAfter: DescribeDocument["passagesAfter"] = (within, documentId) =>
    Effect.tap(Effect.cached(passages(documentId)), (indexed) =>
      Effect.sync(() => within.afterCommit(Effect.ignore(indexed))),
    );

  return { record, passagesAfter, passages };
});
