import { isExpired, makeRemoveDocument, Storage } from "@quarry/catalog";
import {
  type CollectionRecord,
  CollectionRepository,
  Database,
  DocumentRepository,
  IndexChangeRepository,
  type Transaction,
} from "@quarry/store";
import { Cause, Effect, Exit } from "effect";

/**
 * Interval between searches for expired documents: one indexed read. Responses exclude expired documents even before
 * that.
 */
const EVERY_MS = 1_000;

/**
 * Maximum documents removed between two searches, each in its own transaction, so that other writers run in between.
 */
const REMOVED_AT_ONCE = 200;

/** Removes expired documents until interrupted. Reads them from the database, so several processes can watch. */
export const watchExpiry = Effect.gen(function* () {
  const documents = yield* DocumentRepository;
  const collections = yield* CollectionRepository;
  const changes = yield* IndexChangeRepository;
  const database = yield* Database;
  const storage = yield* Storage;
  const remove = yield* makeRemoveDocument;

  const removeExpired = (collection: CollectionRecord, id: string) =>
    storage.withReserve(
      "delete",
      database.transaction(
        Effect.fnUntraced(function* (transaction: Transaction) {
          // A change of `expires_at` takes the same lock: either it runs first, or it finds the document removed.
          yield* changes.lockCollection(collection.id, transaction);
          const document = yield* documents.findById(id, transaction);
          if (document !== undefined && isExpired(document)) yield* remove(collection, id, transaction);
        }),
      ),
    );

  /** Returns how many were removed. */
  const check = Effect.gen(function* () {
    const expired = yield* documents.expired(REMOVED_AT_ONCE);
    for (const { id, collectionId } of expired) {
      const collection = yield* collections.findById(collectionId);
      if (collection === undefined) continue;
      yield* removeExpired(collection, id);
      yield* Effect.sleep(0);
    }
    return expired.length;
  });

  return yield* Effect.gen(function* () {
    const exit = yield* Effect.exit(check);
    // The database can be unavailable for a while.
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) {
      yield* Effect.logWarning("can't remove documents that have expired", exit.cause);
    }
    // A full batch means that there can be more.
    const isFull = Exit.isSuccess(exit) && exit.value === REMOVED_AT_ONCE;
    yield* Effect.sleep(isFull ? 0 : EVERY_MS);
  }).pipe(Effect.forever);
});
