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
import { Effect } from "effect";
import { makeAttachedTo } from "../attached-to.ts";
import { describeJob } from "./describe-job.ts";

/**
 * What is said of a document, its bytes apart, is written in three steps: its record; what its passages share, once for all
 * of them, in the passage index, from where on every answer and every filter knows it; and by a durable job each of its
 * vectors, in stores that filter by themselves. Until that job is done, queries don't rely on what such stores say of it.
 */
export interface DescribeDocument {
  /** The record, and those of the files within it, with the note that stores are behind. The caller has locked the collection. */
  record(
    document: DocumentRecord,
    change: DocumentChange,
    formerMetadata: JsonObject | undefined,
    within: Transaction,
  ): Effect.Effect<DocumentRecord, DomainError | StoreError>;
  /** The passage index, as the record is, or is by now. May be repeated; whoever comes last leaves the newest. */
  passages(document: DocumentRecord): Effect.Effect<void, PassageIndexError | StoreError>;
}

export const makeDescribeDocument: Effect.Effect<
  DescribeDocument,
  never,
  DocumentRepository | JobQueue | PassageIndex
> = Effect.gen(function* () {
  const repository = yield* DocumentRepository;
  const jobs = yield* JobQueue;
  const index = yield* PassageIndex;
  const attachedTo = yield* makeAttachedTo;

  /** What is said of a document holds for the files within it: who may see it, and until when. */
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
    formerMetadata: JsonObject | undefined,
    within: Transaction,
    depth: number,
  ): Effect.fn.Return<DocumentRecord, DomainError | StoreError> {
    const changed = yield* repository.change(document, change, formerMetadata, within);
    if (changed.liveGeneration !== null) {
      yield* jobs.enqueue(describeJob({ collectionId: changed.collectionId, documentId: changed.id }), within);
    }
    yield* recordAttachments(changed, change, within, depth);
    return changed;
  });
  const record: DescribeDocument["record"] = (document, change, formerMetadata, within) =>
    recordAll(document, change, formerMetadata, within, 0);

  const passages: DescribeDocument["passages"] = Effect.fnUntraced(function* (known) {
    let document = known;
    for (;;) {
      if (document.liveGeneration === null) return;
      const run = { documentId: document.id, generation: document.liveGeneration };
      yield* index.describe(document.collectionId, run, liveMetadata(document));
      // Another change may have been written meanwhile, and told to the index before this one.
      const now = yield* repository.findById(document.id);
      if (now === undefined) return;
      if (now.updatedAt === document.updatedAt && now.liveGeneration === document.liveGeneration) return;
      document = now;
    }
  });

  return { record, passages };
});
