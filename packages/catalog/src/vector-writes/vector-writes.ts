import { type ExpectedVersions, type Passage, type PassageIndex, PassageIndexError, vectorIdOf } from "@quarry/index";
import { type DomainError, unavailable } from "@quarry/plugin/domain";
import type { Embeddings } from "@quarry/embedding";
import type { Plugins } from "@quarry/host";
import type { PluginError, VectorRecord } from "@quarry/plugin";

import type {
  CollectionRecord,
  CollectionRepository,
  IndexChangeRepository,
  SecretBoxError,
  StoreError,
} from "@quarry/store";
import { Cause, Context, Data, Effect, Exit, Fiber, Layer, type Scope } from "effect";
import type { CheckedVector } from "../check-vectors.ts";
import type { CollectionIndex } from "../collection-index.ts";
import { OpenVectorWrites } from "./open-vector-writes.ts";
import { liveTargetOf } from "./vector-targets.ts";
import { deleteEverywhere, storedRecords } from "./target-records.ts";
import { ReachedTargets } from "./reached-targets.ts";
import { type ChunksOfRun, removeRun } from "./remove-run.ts";
import { beginRun, type RunVectors } from "./run-vectors.ts";
import { type WriteFailure, type WriteServices, writeServices } from "./write-services.ts";
import { newVersion, writtenVectors } from "./written-vectors.ts";

export interface VectorWritesShape {
  /**
   * Writes vectors of clients: distinct ids, none of them a chunk's; vectors of the dimension that the collection's record
   * says. All or nothing. False, and nothing is written, where something else than what is `expected` is to be replaced.
   */
  upsert(
    collection: CollectionRecord,
    vectors: readonly CheckedVector[],
    expected?: ExpectedVersions,
  ): Effect.Effect<boolean, WriteFailure>;
  /**
   * Deletes vectors of clients. Gives how many there were; of those that aren't as `expected` none. All or nothing.
   */
  remove(
    collection: CollectionRecord,
    ids: readonly string[],
    expected?: ExpectedVersions,
  ): Effect.Effect<number, WriteFailure>;
  /** The vectors that passages name in the index that answers, by their ids there; what isn't there is left out. */
  vectorsOf(
    collection: CollectionRecord,
    passages: readonly Passage[],
  ): Effect.Effect<ReadonlyMap<string, VectorRecord>, PluginError>;
  /** Begins to write the vectors of a document's run. */
  beginRun(collection: CollectionRecord): Effect.Effect<RunVectors, SecretBoxError | StoreError>;
  /** Removes the chunks of a run that isn't live, passages and vectors; may run again. */
  removeRun(run: ChunksOfRun): Effect.Effect<void, PassageIndexError | PluginError | StoreError>;
}

/** Interval of the retries of unfinished writes. */
const CHECK_EVERY_MS = 30_000;
/** Retries after which the unfinished writes of other processes are searched for again. */
const SCANS_PER_SEARCH = 10;

/**
 * The one owner of where a collection's vectors are: in the index that answers, in the one that a change is building, in
 * previous ones that can be gone back to. Whoever writes or deletes says what, and it is everywhere that it has to be.
 *
 * Vectors of clients are written as one. They come first, under a version that nothing names; the passages that name it
 * then take the place of the previous ones in one transaction, and last the vectors go that nothing names any more. Up to
 * that transaction a write that breaks off is undone, from there on it is finished: at once, in a while, or after the next
 * start. What a change of the index has begun or switched meanwhile is written to as well, before anyone is told that the
 * write is done.
 */
export class VectorWrites extends Context.Service<VectorWrites, VectorWritesShape>()("@quarry/catalog/VectorWrites") {
  static readonly layer: Layer.Layer<
    VectorWrites,
    never,
    CollectionIndex | CollectionRepository | Embeddings | IndexChangeRepository | PassageIndex | Plugins
  > = Layer.effect(
    VectorWrites,
    Effect.gen(function* () {
      const services = yield* writeServices;
      const scope = yield* Effect.scope;
      const writes = new OpenVectorWrites(services);
      const running: RunningWrites = { services, scope, log: services.passages.vectorWrites, writes };
      yield* Effect.forkScoped(endBrokenOff(writes));
      return {
        upsert: (collection, vectors, expected) =>
          toTheEnd(scope, Effect.as(upsert(running, collection, vectors, expected), true)).pipe(
            Effect.catchTag("Unexpected", () => Effect.succeed(false)),
          ),
        remove: (collection, ids, expected) => toTheEnd(scope, remove(running, collection, ids, expected)),
        vectorsOf: (collection, named) => storedRecords(liveTargetOf(services.plugins, collection), named),
        beginRun: (collection) => beginRun(services, collection),
        removeRun: (run) => removeRun(services, run),
      };
    }),
  );
}

/** State that writes share, and the scope in which they run to their end. */
interface RunningWrites {
  readonly services: WriteServices;
  readonly scope: Scope.Scope;
  readonly log: WriteServices["passages"]["vectorWrites"];
  readonly writes: OpenVectorWrites;
}

/** Finds writes that were broken off, and ends them. */
const endBrokenOff = (writes: OpenVectorWrites) =>
  Effect.forever(
    Effect.gen(function* () {
      yield* Effect.catchCause(writes.findLeft, (cause) =>
        Effect.logWarning("can't look for writes of vectors that were broken off", cause),
      );
      for (let check = 0; check < SCANS_PER_SEARCH; check += 1) {
        yield* writes.endLeft;
        yield* Effect.sleep(CHECK_EVERY_MS);
      }
    }),
  );

/** Runs a write to its end: once begun, it goes on when the caller disconnects. */
const toTheEnd = <A, E>(scope: Scope.Scope, write: Effect.Effect<A, E>): Effect.Effect<A, E | DomainError> =>
  Effect.gen(function* () {
    const exit = yield* Fiber.await(yield* Effect.forkIn(write, scope));
    if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) return yield* stopping;
    return yield* exit;
  });

/** Removes vectors that nothing names. If that fails it is tried again; the write is done all the same. */
const clearUp = (
  { services, log, writes }: RunningWrites,
  collection: CollectionRecord,
  version: string,
  obsolete: readonly string[],
) =>
  Effect.gen(function* () {
    if (obsolete.length > 0) yield* deleteEverywhere(yield* services.places(collection), obsolete);
    yield* log.settle(collection.id, version);
    writes.end(version);
  }).pipe(
    Effect.catchCause((cause) => {
      writes.leave(collection.id, version);
      return Effect.logWarning(`former vectors of collection ${collection.id} are removed later`, cause);
    }),
  );

const upsert = Effect.fnUntraced(function* (
  running: RunningWrites,
  collection: CollectionRecord,
  vectors: readonly CheckedVector[],
  expected?: ExpectedVersions,
) {
  const { services, scope, log, writes } = running;
  const written = writtenVectors(vectors);
  const { version } = written;
  // Ids of entries without a vector are included: a write of nothing could not be recorded.
  const added = written.passages.map(vectorIdOf);
  const reached = new ReachedTargets(services, collection);

  const complete = Effect.gen(function* () {
    yield* log.begin(collection.id, version, added);
    yield* reached.write(written);
    const obsolete = yield* log.complete(collection.id, version, written.passages, expected);
    return obsolete ?? (yield* expected === undefined ? takenBack : new Unexpected());
  });

  const bringAlong = Effect.gen(function* () {
    const lackingTexts = yield* reached.migrate(added);
    if (lackingTexts !== undefined) return yield* lackingTexts;
  });

  writes.begin(version);
  const obsolete = yield* complete.pipe(
    // A service that is stopping has no time for it, and does it at its next start.
    Effect.tapCause(() => undo(running, collection, version, added)),
    Effect.tap(() => Effect.onError(bringAlong, () => Effect.sync(() => writes.leave(collection.id, version)))),
  );
  if (obsolete.length > 0) yield* clearUp(running, collection, version, obsolete);
  // Nothing is left but to forget it, and nobody need wait for that.
  else yield* Effect.forkIn(clearUp(running, collection, version, obsolete), scope);
});

const undo = ({ writes }: RunningWrites, collection: CollectionRecord, version: string, added: readonly string[]) =>
  writes.endOne(collection, { version, isDone: false, added, obsolete: [], ageMs: 0 }).pipe(
    Effect.catchCause((cause) =>
      Effect.logWarning(`a write of vectors to collection ${collection.id} is undone later`, cause),
    ),
    // A later check finds out whether it was finished.
    Effect.ensuring(Effect.sync(() => writes.leave(collection.id, version))),
  );

const remove = Effect.fnUntraced(function* (
  running: RunningWrites,
  collection: CollectionRecord,
  ids: readonly string[],
  expected?: ExpectedVersions,
) {
  const { log, writes } = running;
  const version = newVersion();
  writes.begin(version);
  const { count, obsolete } = yield* log
    .remove(collection.id, version, ids, expected)
    .pipe(Effect.onError(() => Effect.sync(() => writes.leave(collection.id, version))));
  if (obsolete.length > 0) yield* clearUp(running, collection, version, obsolete);
  else writes.end(version);
  return count;
});

/** Another write has already replaced the versions that this write expected. */
class Unexpected extends Data.TaggedError("Unexpected") {}

const stopping = unavailable(
  "the service is stopping, and may or may not have written the vectors; send them again",
  5,
);

const takenBack = new PassageIndexError({
  reason: "busy",
  message: "a write of vectors took so long that another process has undone it",
});
