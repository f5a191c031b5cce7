import { type ExpectedVersions, type Passage, PassageIndexError, vectorIdOf } from "@quarry/index";
import { type DomainError, unavailable } from "@quarry/plugin/domain";
import type { PluginError, VectorRecord } from "@quarry/plugin";
import type { CollectionRecord, SecretBoxError, StoreError } from "@quarry/store";
import { Cause, Context, Data, Effect, Exit, Fiber, Layer, type Scope } from "effect";
import type { CheckedVector } from "../check-vectors.ts";
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
   * Writes client vectors atomically: distinct ids, none of them a chunk's, with the dimension in the collection's
   * record. Returns false and writes nothing if the stored entries are not the `expected` ones.
   */
  upsert(
    collection: CollectionRecord,
    vectors: readonly CheckedVector[],
    expected?: ExpectedVersions,
  ): Effect.Effect<boolean, WriteFailure>;
  /** Deletes client vectors atomically. Returns how many existed; those that aren't as `expected` are not deleted. */
  remove(
    collection: CollectionRecord,
    ids: readonly string[],
    expected?: ExpectedVersions,
  ): Effect.Effect<number, WriteFailure>;
  /** Returns the vectors of passages in the live index, by vector id; missing ones are omitted. */
  vectorsOf(
    collection: CollectionRecord,
    passages: readonly Passage[],
  ): Effect.Effect<ReadonlyMap<string, VectorRecord>, PluginError>;
  /** Starts to write the vectors of a document's run. */
  beginRun(collection: CollectionRecord): Effect.Effect<RunVectors, SecretBoxError | StoreError>;
  /** Deletes the passages and vectors of a run that isn't live. Idempotent. */
  removeRun(run: ChunksOfRun): Effect.Effect<void, PassageIndexError | PluginError | StoreError>;
}

/** Interval of the retries of unfinished writes. */
const CHECK_EVERY_MS = 30_000;
/** Number of retries after which unfinished writes of other processes are searched for again. */
const SCANS_PER_SEARCH = 10;

/**
 * The only owner of the locations of a collection's vectors: the live index, the one that a change is building, and
 * previous ones available for rollback. Callers state what to write or delete, and it is applied to every index that
 * needs it.
 *
 * Client writes are atomic. Vectors are written first, under a version that no passage references. One transaction then
 * replaces the previous passages by ones that reference it. Finally, unreferenced vectors are deleted. An interrupted
 * write is rolled back before that transaction and finished after it: at once, after a while, or at the next start.
 * Before a write is reported as complete, it is also applied to indexes that a change has begun or switched to
 * meanwhile.
 */
export class VectorWrites extends Context.Service<VectorWrites, VectorWritesShape>()("@quarry/catalog/VectorWrites") {
  static readonly layer = Layer.effect(
    VectorWrites,
    Effect.gen(function* () {
      const services = yield* writeServices;
      const scope = yield* Effect.scope;
      const writes = new OpenVectorWrites(services);
      const running: RunningWrites = { services, scope, log: services.passages.vectorWrites, writes };
      yield* Effect.forkScoped(endInterruptedWrites(writes));
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

/** State shared by writes, and the scope in which they run to completion. */
interface RunningWrites {
  readonly services: WriteServices;
  readonly scope: Scope.Scope;
  readonly log: WriteServices["passages"]["vectorWrites"];
  readonly writes: OpenVectorWrites;
}

/** Finds and ends interrupted writes. */
const endInterruptedWrites = (writes: OpenVectorWrites) =>
  Effect.forever(
    Effect.gen(function* () {
      yield* Effect.catchCause(writes.findUnfinished, (cause) =>
        Effect.logWarning("can't check for interrupted writes of vectors", cause),
      );
      for (let check = 0; check < SCANS_PER_SEARCH; check += 1) {
        yield* writes.endUnfinished;
        yield* Effect.sleep(CHECK_EVERY_MS);
      }
    }),
  );

/** Runs a write to completion, even if the caller disconnects. */
const toTheEnd = <A, E>(scope: Scope.Scope, write: Effect.Effect<A, E>): Effect.Effect<A, E | DomainError> =>
  Effect.gen(function* () {
    const exit = yield* Fiber.await(yield* Effect.forkIn(write, scope));
    if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) return yield* stopping;
    return yield* exit;
  });

/** Deletes unreferenced vectors. A failure is retried later and doesn't fail the write. */
const clearUp = (
  { services, log, writes }: RunningWrites,
  collection: CollectionRecord,
  version: string,
  obsolete: readonly string[],
) =>
  Effect.gen(function* () {
    if (obsolete.length > 0) yield* deleteEverywhere(yield* services.targets(collection), obsolete);
    yield* log.settle(collection.id, version);
    writes.end(version);
  }).pipe(
    Effect.catchCause((cause) => {
      writes.leave(collection.id, version);
      return Effect.logWarning(`previous vectors of collection ${collection.id} are removed later`, cause);
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
  // Includes ids of entries without a vector: an empty write could not be recorded.
  const added = written.passages.map(vectorIdOf);
  const reached = new ReachedTargets(services, collection);

  const complete = Effect.gen(function* () {
    yield* log.begin(collection.id, version, added);
    yield* reached.write(written);
    const obsolete = yield* log.complete(collection.id, version, written.passages, expected);
    return obsolete ?? (yield* expected === undefined ? rolledBackByOther : new Unexpected());
  });

  const migrateVectors = Effect.gen(function* () {
    const lackingTexts = yield* reached.migrate(added);
    if (lackingTexts !== undefined) return yield* lackingTexts;
  });

  writes.begin(version);
  const obsolete = yield* complete.pipe(
    // A stopping service has no time for this, and does it at its next start.
    Effect.tapCause(() => undo(running, collection, version, added)),
    Effect.tap(() => Effect.onError(migrateVectors, () => Effect.sync(() => writes.leave(collection.id, version)))),
  );
  if (obsolete.length > 0) yield* clearUp(running, collection, version, obsolete);
  // Only the cleanup of the record is left, and the caller need not wait for it.
  else yield* Effect.forkIn(clearUp(running, collection, version, obsolete), scope);
});

const undo = ({ writes }: RunningWrites, collection: CollectionRecord, version: string, added: readonly string[]) =>
  writes.endOne(collection, { version, isDone: false, added, obsolete: [], ageMs: 0 }).pipe(
    Effect.catchCause((cause) =>
      Effect.logWarning(`a write of vectors to collection ${collection.id} is rolled back later`, cause),
    ),
    // A later check determines whether it was finished.
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

const rolledBackByOther = new PassageIndexError({
  reason: "busy",
  message: "a write of vectors took so long that another process has rolled it back",
});
