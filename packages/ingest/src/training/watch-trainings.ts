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

/** Interval between two checks of collections: one page of them, for each embedder that learns. */
const EVERY_MS = 1_000;
const COLLECTIONS_PER_SCAN = 500;

/** While a collection changes it is fitted again after this share, so that all fits of its growth cost a few times the last. */
const SHARE_WHILE_CHANGING = 1 / 3;

/** When it has come to rest a smaller share is worth a fit: the last uploads are to be found as well as the first. */
const SHARE_AT_REST = 1 / 20;
const AT_REST_AFTER_MS = 3_000;

/**
 * Queues a fit for each collection that has become large enough, or has changed enough, until interrupted. Due fits are
 * read from the database: none are lost with a process, from any writer, and several processes may watch.
 */
export const watchTrainings = Effect.gen(function* () {
  const { embedders } = yield* Plugins;
  const trainings = yield* EmbedderTrainingRepository;
  const jobs = yield* JobQueue;
  const learning = [...embedders.values()].flatMap(({ name, capabilities: { fitting } }) =>
    fitting === undefined ? [] : [{ provider: name, fitting }],
  );
  if (learning.length === 0) return yield* Effect.never;
  const rounds = learning.map(({ provider, fitting }) => {
    const { method, minTexts: minChunks, minDimension, maxDimension } = fitting;
    const search = { provider, method, minChunks, minDimension, maxDimension, changedShare: SHARE_AT_REST };
    return {
      search,
      place: FIRST_DUE_CURSOR as DueCursor,
      seen: new Map<string, Rest>(),
      before: new Map<string, Rest>(),
    };
  });

  const check = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis;
    for (const round of rounds) {
      const { collections, next } = yield* trainings.due(round.search, round.place, COLLECTIONS_PER_SCAN);
      for (const collection of collections) {
        const rest = restOf(collection, round.before.get(collection.collectionId), now);
        round.seen.set(collection.collectionId, rest);
        const isAtRest = now - rest.since >= AT_REST_AFTER_MS;
        if (isAtRest || isDueAtOnce(collection, round.search.method)) {
          yield* jobs.enqueue(trainingJob(collection.collectionId));
        }
      }
      round.place = next ?? FIRST_DUE_CURSOR;
      if (next === undefined) [round.before, round.seen] = [round.seen, new Map()];
    }
  });

  return yield* Effect.gen(function* () {
    const exit = yield* Effect.exit(check);
    // The database may be away for a while.
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) {
      yield* Effect.logWarning("can't look for collections to be fitted", exit.cause);
    }
    yield* Effect.sleep(EVERY_MS);
  }).pipe(Effect.forever);
});

/** Since when a collection is as it is. */
interface Rest {
  readonly churn: number;
  readonly since: number;
}

const restOf = ({ chunkChurn }: TrainableCollection, before: Rest | undefined, now: number): Rest =>
  before?.churn === chunkChurn ? before : { churn: chunkChurn, since: now };

const isDueAtOnce = (collection: TrainableCollection, method: string): boolean => {
  const { trained, chunkChurn } = collection;
  if (trained === undefined || !isOf(collection, method, trained.maker)) return true;
  return chunkChurn - trained.chunkChurn > SHARE_WHILE_CHANGING * trained.chunkCount;
};

const isOf = ({ provider, model, dimension }: TrainableCollection, method: string, maker: TrainingMethod): boolean =>
  maker.provider === provider && maker.model === model && maker.dimension === dimension && maker.method === method;
