import { trainingJob } from "@quarry/catalog";
import { Plugins } from "@quarry/host";
import { JobQueue } from "@quarry/jobs";
import {
  EmbedderTrainingRepository,
  FIRST_DUE_CURSOR,
  type DueCursor,
  type TrainableCollection,
  type TrainingMethod,
} from "@quarry/store";
import { Cause, Clock, Effect, Exit } from "effect";

/** Interval between checks of collections: one page of them, for each trainable embedder. */
const CHECK_INTERVAL_MS = 1_000;
const COLLECTIONS_PER_SCAN = 500;

/**
 * Share of changed chunks after which a collection that keeps changing is trained again. All trainings during its
 * growth then cost a few times the last one.
 */
const SHARE_WHILE_CHANGING = 1 / 3;

/**
 * Share after which a collection at rest is trained again. It is smaller, so that the last uploads are found as well as
 * the first.
 */
const SHARE_WHEN_UNCHANGED = 1 / 20;
const UNCHANGED_AFTER_MS = 3_000;

/**
 * Enqueues a training for each collection that has become large enough, or has changed enough, until interrupted. Due
 * trainings are read from the database, so none are lost with a process, changes by any writer count, and several
 * processes can watch.
 */
export const watchTrainings = Effect.gen(function* () {
  const { embedders } = yield* Plugins;
  const trainings = yield* EmbedderTrainingRepository;
  const jobs = yield* JobQueue;
  const trainable = [...embedders.values()].flatMap(({ name, capabilities: { fitting } }) =>
    fitting === undefined ? [] : [{ provider: name, fitting }],
  );
  if (trainable.length === 0) return yield* Effect.never;
  const rounds = trainable.map(({ provider, fitting }) => {
    const { method, minTexts: minChunks, minDimension, maxDimension } = fitting;
    const search = { provider, method, minChunks, minDimension, maxDimension, changedShare: SHARE_WHEN_UNCHANGED };
    return {
      search,
      cursor: FIRST_DUE_CURSOR as DueCursor,
      seen: new Map<string, UnchangedPeriod>(),
      before: new Map<string, UnchangedPeriod>(),
    };
  });

  const check = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis;
    for (const round of rounds) {
      const { collections, next } = yield* trainings.due(round.search, round.cursor, COLLECTIONS_PER_SCAN);
      for (const collection of collections) {
        const period = unchangedPeriodOf(collection, round.before.get(collection.collectionId), now);
        round.seen.set(collection.collectionId, period);
        const isUnchanged = now - period.since >= UNCHANGED_AFTER_MS;
        if (isUnchanged || isDueNow(collection, round.search.method)) {
          yield* jobs.enqueue(trainingJob(collection.collectionId));
        }
      }
      round.cursor = next ?? FIRST_DUE_CURSOR;
      if (next === undefined) [round.before, round.seen] = [round.seen, new Map()];
    }
  });

  return yield* Effect.gen(function* () {
    const exit = yield* Effect.exit(check);
    // The database can be unavailable for a while.
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) {
      yield* Effect.logWarning("can't check for collections to train on", exit.cause);
    }
    yield* Effect.sleep(CHECK_INTERVAL_MS);
  }).pipe(Effect.forever);
});

/** Time since which a collection is unchanged. */
interface UnchangedPeriod {
  readonly churn: number;
  readonly since: number;
}

const unchangedPeriodOf = (
  { chunkChurn }: TrainableCollection,
  before: UnchangedPeriod | undefined,
  now: number,
): UnchangedPeriod => (before?.churn === chunkChurn ? before : { churn: chunkChurn, since: now });

const isDueNow = (collection: TrainableCollection, method: string): boolean => {
  const { trained, chunkChurn } = collection;
  if (trained === undefined || !isOf(collection, method, trained.maker)) return true;
  return chunkChurn - trained.chunkChurn > SHARE_WHILE_CHANGING * trained.chunkCount;
};

const isOf = ({ provider, model, dimension }: TrainableCollection, method: string, maker: TrainingMethod): boolean =>
  maker.provider === provider && maker.model === model && maker.dimension === dimension && maker.method === method;
