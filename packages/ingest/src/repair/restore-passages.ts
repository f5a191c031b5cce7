import { PassageIndex } from "@quarry/index";
import type { VectorTarget } from "@quarry/catalog";
import { WebhookOutbox } from "@quarry/events";

import {
  addNamed,
  type CollectionRecord,
  CollectionRepository,
  Database,
  DocumentRepository,
  type IndexChangeRecord,
  IndexChangeRepository,
  NO_NOTES,
  type RepairNotes,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";
import { hasPassages, isLive, type LiveDocument, restoreDocument, restoreFromVectors } from "./restore-document.ts";
import { eventOf } from "../pipeline/document-event.ts";
import { restoreDirect } from "./restore-direct.ts";

/** Number of documents listed at a time, and the most that a crash repeats. */
const PAGE = 16;

/**
 * Number of documents read concurrently: enough to keep a core busy, and still leaves room for other collections'
 * documents.
 */
const CONCURRENCY = 2;

/**
 * First half of a repair: restores the passages of every searchable document and of client-written entries. If the
 * passages' file is damaged, rebuilds it; the change is in the state "restoring" until that is complete. Returns false
 * if the change was ended meanwhile.
 */
export const restorePassages = Effect.fn("restorePassages")(function* (
  change: IndexChangeRecord,
  damaged: VectorTarget,
) {
  const changes = yield* IndexChangeRepository;
  const collections = yield* CollectionRepository;
  const collection = yield* collections.findById(change.collectionId);
  if (collection === undefined) return false;
  const isRestoring = yield* remakeDamaged(change);
  let notes = change.repair ?? NO_NOTES;
  if (isRestoring) {
    const isWhole = yield* restoreDirect(collection.id, damaged);
    notes = { ...notes, hasUnnamed: !isWhole };
  }
  const restored = yield* restoreDocuments(change.id, collection, damaged, notes);
  if (restored === undefined) return false;
  if (isRestoring) yield* changes.step(change.id, { from: ["restoring"], to: "building" });
  return yield* changes.advance(change.id, { cursor: null, doneCount: 0, totalCount: 0, repair: restored });
});

/**
 * Rebuilds the passages if they are damaged; returns whether a rebuild is in progress. The change records it before the
 * damaged file is deleted: from then on every call to the collection gets an error that reports it.
 */
const remakeDamaged = Effect.fnUntraced(function* ({ id, collectionId }: IndexChangeRecord) {
  const changes = yield* IndexChangeRepository;
  const passages = yield* PassageIndex;
  // An empty index has no content to verify; the count shows whether it should be empty.
  const isSound = yield* Effect.andThen(passages.verify(collectionId), passages.count(collectionId)).pipe(
    Effect.as(true),
    Effect.catchIf(
      ({ isRetryable }) => !isRetryable,
      (error) => Effect.as(Effect.logWarning(`collection ${collectionId}: its passages are rebuilt`, error), false),
    ),
  );
  if (!isSound) {
    yield* changes.step(id, { from: ["building"], to: "restoring" });
    yield* passages.remake(collectionId);
  }
  return (yield* changes.find(id))?.state === "restoring";
});

const restoreDocuments = Effect.fnUntraced(function* (
  changeId: string,
  collection: CollectionRecord,
  damaged: VectorTarget,
  before: RepairNotes,
) {
  const changes = yield* IndexChangeRepository;
  const documents = yield* DocumentRepository;
  const totalCount = collection.documentCount;
  let notes = before;
  let doneCount = 0;
  let last: { readonly id: string; readonly createdAt: string } | undefined;
  for (;;) {
    const page = yield* documents.listAfter(collection.id, last, PAGE);
    const outcomes = yield* Effect.forEach(page.filter(isLive), (each) => restoreOne(each, collection, damaged), {
      concurrency: CONCURRENCY,
    });
    const lost = outcomes.flatMap((outcome) => (typeof outcome === "object" ? outcome.lost : []));
    notes = {
      ...notes,
      restoredDocuments: notes.restoredDocuments + outcomes.filter((outcome) => outcome === "restored").length,
      lostDocuments: addNamed(notes.lostDocuments, lost),
    };
    doneCount = Math.min(doneCount + page.length, totalCount);
    if (!(yield* changes.advance(changeId, { cursor: null, doneCount, totalCount, repair: notes }))) return undefined;
    if (page.length < PAGE) {
      // The recount corrects the counters, whether they were damaged or not.
      yield* (yield* CollectionRepository).recount(collection.id);
      return notes;
    }
    last = page.at(-1);
  }
});

/** Restores one document. Fails if the store is only unavailable, and is then retried together with the others. */
const restoreOne = Effect.fnUntraced(function* (
  document: LiveDocument,
  collection: CollectionRecord,
  damaged: VectorTarget,
) {
  if (yield* hasPassages(document)) return "whole" as const;
  return yield* Effect.as(restoreDocument(document, collection), "restored" as const).pipe(
    Effect.catchTags({
      OriginalDamage: ({ message }) => restoreOtherwise(document, collection, damaged, message),
      ParseFailure: (failure) =>
        failure.reason === "unavailable"
          ? Effect.fail(failure)
          : restoreOtherwise(document, collection, damaged, failure.message),
    }),
  );
});

const restoreOtherwise = Effect.fnUntraced(function* (
  document: LiveDocument,
  collection: CollectionRecord,
  damaged: VectorTarget,
  problem: string,
) {
  if (yield* restoreFromVectors(document, damaged)) return "restored" as const;
  yield* lose(document, collection, `its passages were lost and can't be rebuilt: ${problem}`);
  return { lost: [document.id] };
});

const lose = Effect.fnUntraced(function* (document: LiveDocument, collection: CollectionRecord, message: string) {
  const database = yield* Database;
  const documents = yield* DocumentRepository;
  const outbox = yield* WebhookOutbox;
  yield* database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      if (!(yield* documents.loseRun(document, { message, by: "service" }, transaction))) return;
      if (document.status !== "ready") return;
      const event = { ...eventOf(collection, document, "failed"), chunkCount: 0, errorMessage: message };
      yield* outbox.documentChanged(event, transaction);
    }),
  );
});
