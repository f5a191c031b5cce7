import { type DomainError, unavailable } from "@quarry/domain";
import { Embeddings } from "@quarry/embedding";
import type { PluginError } from "@quarry/plugin";
import { PassageIndex, PassageIndexError, vectorIdOf } from "@quarry/search";
import {
  type CollectionRecord,
  CollectionRepository,
  IndexChangeRepository,
  type SecretBoxError,
  type StoreError,
} from "@quarry/store";
import { Cause, Context, Effect, Exit, Fiber, Layer } from "effect";
import type { CheckedVector } from "./check-vectors.ts";
import { CollectionIndex } from "./collection-index.ts";
import { OpenVectorWrites } from "./open-vector-writes.ts";
import { ReachedPlaces } from "./reach-places.ts";
import { deleteVectors } from "./vector-writes.ts";
import { newVersion, passagesOf, writtenVectors } from "./written-vectors.ts";

export type DirectWriteFailure = DomainError | StoreError | SecretBoxError | PassageIndexError | PluginError;

export interface DirectWritesShape {
  /** Distinct ids, none of them a chunk's; vectors of the dimension that the collection's record says. All or nothing. */
  upsert(collection: CollectionRecord, vectors: readonly CheckedVector[]): Effect.Effect<void, DirectWriteFailure>;
  /** Gives how many there were. All or nothing. */
  remove(collection: CollectionRecord, ids: readonly string[]): Effect.Effect<number, DirectWriteFailure>;
}

/** How often what a write left behind is tried again. */
const LOOK_EVERY_MS = 30_000;
/** Looks after which what other processes left is looked for again. */
const LOOKS_PER_SEARCH = 10;

/**
 * Writes clients' vectors to wherever the collection has any, each write as one. The vectors come first, under a version
 * that nothing names; the passages that name it then take the place of the former ones in one transaction, and last the
 * vectors go that nothing names any more. Up to that transaction a write that breaks off is undone, from there on it is
 * finished: at once, in a while, or after the next start.
 *
 * While a change of the index is under way it looks again after the transaction: what was begun meanwhile is written to as
 * well, before anyone is told that the write is done.
 */
export class DirectWrites extends Context.Service<DirectWrites, DirectWritesShape>()("@quarry/catalog/DirectWrites") {
  static readonly layer: Layer.Layer<
    DirectWrites,
    never,
    CollectionIndex | CollectionRepository | Embeddings | IndexChangeRepository | PassageIndex
  > = Layer.effect(
    DirectWrites,
    Effect.gen(function* () {
      const index = yield* CollectionIndex;
      const embeddings = yield* Embeddings;
      const changes = yield* IndexChangeRepository;
      const passages = yield* PassageIndex;
      const collections = yield* CollectionRepository;
      const scope = yield* Effect.scope;
      const services = { index, embeddings, changes, passages, collections };
      const log = passages.vectorWrites;
      const writes = new OpenVectorWrites(services);

      yield* Effect.forkScoped(
        Effect.forever(
          Effect.gen(function* () {
            yield* Effect.catchCause(writes.findLeft, (cause) =>
              Effect.logWarning("can't look for writes of vectors that were broken off", cause),
            );
            for (let look = 0; look < LOOKS_PER_SEARCH; look += 1) {
              yield* writes.endLeft;
              yield* Effect.sleep(LOOK_EVERY_MS);
            }
          }),
        ),
      );

      /** Whoever asked may go away: a write that has begun goes on. */
      const toTheEnd = <A, E>(write: Effect.Effect<A, E>): Effect.Effect<A, E | DomainError> =>
        Effect.gen(function* () {
          const exit = yield* Fiber.await(yield* Effect.forkIn(write, scope));
          if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) return yield* stopping;
          return yield* exit;
        });

      /** Removes vectors that nothing names. If that fails it is tried again; the write is done all the same. */
      const clearUp = (collection: CollectionRecord, version: string, obsolete: readonly string[]) =>
        Effect.gen(function* () {
          if (obsolete.length > 0) yield* deleteVectors(yield* index.places(collection), obsolete);
          yield* log.settle(collection.id, version);
          writes.end(version);
        }).pipe(
          Effect.catchCause((cause) => {
            writes.leave(collection.id, version);
            return Effect.logWarning(`former vectors of collection ${collection.id} are removed later`, cause);
          }),
        );

      const upsert = Effect.fnUntraced(function* (collection: CollectionRecord, vectors: readonly CheckedVector[]) {
        const written = writtenVectors(vectors);
        const { version, records } = written;
        const added = records.map(({ id }) => id);
        const reached = new ReachedPlaces(services, collection, written);

        const complete = Effect.gen(function* () {
          yield* log.begin(collection.id, version, added);
          yield* reached.reach(false);
          const obsolete = yield* log.complete(collection.id, version, passagesOf(written));
          if (obsolete === undefined) return yield* takenBack;
          return obsolete;
        });

        /** What another write has replaced since must not come back to a place that was reached only now. */
        const removeOutdated = Effect.gen(function* () {
          const stored = yield* passages.get(
            collection.id,
            vectors.map(({ id }) => id),
          );
          const named = new Set(stored.map(vectorIdOf));
          const outdated = added.filter((id) => !named.has(id));
          if (outdated.length > 0) yield* deleteVectors(yield* index.places(collection), outdated);
        });

        writes.begin(version);
        const obsolete = yield* complete.pipe(
          // A service that is stopping has no time for it, and does it at its next start.
          Effect.tapCause(() => undo(collection, version, added)),
          Effect.tap(() =>
            Effect.gen(function* () {
              let isLate = false;
              while (yield* reached.reach(true)) isLate = true;
              if (isLate) yield* removeOutdated;
              yield* reached.reportGaps;
            }).pipe(Effect.onError(() => Effect.sync(() => writes.leave(collection.id, version)))),
          ),
        );
        if (obsolete.length > 0) yield* clearUp(collection, version, obsolete);
        // Nothing is left but to forget it, and nobody need wait for that.
        else yield* Effect.forkIn(clearUp(collection, version, obsolete), scope);
      });

      const undo = (collection: CollectionRecord, version: string, added: readonly string[]) =>
        writes.endOne(collection, { version, isDone: false, added, obsolete: [], ageMs: 0 }).pipe(
          Effect.catchCause((cause) =>
            Effect.logWarning(`a write of vectors to collection ${collection.id} is undone later`, cause),
          ),
          // Whether it came to its end is looked up.
          Effect.ensuring(Effect.sync(() => writes.leave(collection.id, version))),
        );

      const remove = Effect.fnUntraced(function* (collection: CollectionRecord, ids: readonly string[]) {
        const version = newVersion();
        writes.begin(version);
        const { count, obsolete } = yield* log
          .remove(collection.id, version, ids)
          .pipe(Effect.onError(() => Effect.sync(() => writes.leave(collection.id, version))));
        if (obsolete.length > 0) yield* clearUp(collection, version, obsolete);
        else writes.end(version);
        return count;
      });

      return {
        upsert: (collection, vectors) => toTheEnd(upsert(collection, vectors)),
        remove: (collection, ids) => toTheEnd(remove(collection, ids)),
      };
    }),
  );
}

const stopping = unavailable(
  "the service is stopping, and may or may not have written the vectors; send them again",
  5,
);

const takenBack = new PassageIndexError({
  reason: "busy",
  message: "a write of vectors took so long that another process has undone it",
});
