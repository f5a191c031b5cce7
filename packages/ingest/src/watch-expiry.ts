import { makeRemoveDocument } from "@quarry/catalog";
import { CollectionRepository, Database, DocumentRepository } from "@quarry/store";
import { Cause, Effect, Exit } from "effect";

/** How often is looked for documents that are over: one read by an index. They are in no answer before that already. */
const EVERY_MS = 1_000;

/** Documents removed between two looks, each by a transaction of its own: others have their turn in between. */
const REMOVED_AT_ONCE = 200;

/** Removes documents whose moment has come, until interrupted. What is over is read from the database: several may watch. */
export const watchExpiry = Effect.gen(function* () {
  const documents = yield* DocumentRepository;
  const collections = yield* CollectionRepository;
  const database = yield* Database;
  const remove = yield* makeRemoveDocument;

  const look = Effect.gen(function* () {
    for (const { id, collectionId } of yield* documents.expired(REMOVED_AT_ONCE)) {
      const collection = yield* collections.findById(collectionId);
      if (collection === undefined) continue;
      yield* database.transaction((transaction) => remove(collection, id, transaction));
      yield* Effect.sleep(0);
    }
  });

  return yield* Effect.gen(function* () {
    const exit = yield* Effect.exit(look);
    // The database may be away for a while.
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) {
      yield* Effect.logWarning("can't remove documents that have expired", exit.cause);
    }
    yield* Effect.sleep(EVERY_MS);
  }).pipe(Effect.forever);
});
