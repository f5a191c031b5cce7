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
 * Interval between two searches for expired documents: one read by an index. No answer contains them even before that.
 */
const EVERY_MS = 1_000;

/** Documents removed between two looks, each by a transaction of its own: others have their turn in between. */
const REMOVED_AT_ONCE = 200;

/** Removes documents whose moment has come, until interrupted. What is over is read from the database: several may watch. */
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
          // A change of `expires_at` takes the same lock: it either comes before this, or finds the document gone.
          yield* changes.lockCollection(collection.id, transaction);
          const document = yield* documents.findById(id, transaction);
          if (document !== undefined && isExpired(document)) yield* remove(collection, id, transaction);
        }),
      ),
    );

  /** Gives how many there were. */
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
    // The database may be away for a while.
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) {
      yield* Effect.logWarning("can't remove documents that have expired", exit.cause);
    }
    // A full batch means that there may be more.
    const isFull = Exit.isSuccess(exit) && exit.value === REMOVED_AT_ONCE;
    yield* Effect.sleep(isFull ? 0 : EVERY_MS);
  }).pipe(Effect.forever);
});
