import type { PassageIndex } from "@quarry/index";
import { trainedCollectionIdOf, type Storage } from "@quarry/catalog";
import { Plugins } from "@quarry/host";
import { done, failed, type Job, type JobHandler, type JobLease } from "@quarry/jobs";

import {
  Database,
  type DocumentRepository,
  EmbedderTrainingRepository,
  type TrainableCollection,
  type NewEmbedderTraining,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";
import { outcomeOf } from "../outcome-of.ts";
import { waitForStorage } from "../waiting/wait-for-storage.ts";
import { sampleTexts } from "./sample-texts.ts";

export type TrainingServices =
  | Database
  | DocumentRepository
  | EmbedderTrainingRepository
  | PassageIndex
  | Plugins
  | Storage;

/** Trains a collection's embedder on a sample of its chunks, and stores the result. */
export const trainingJobHandler: JobHandler<TrainingServices> = {
  run: (job, lease) =>
    train(job, lease).pipe(
      Effect.catchTags({
        PluginError: (error) => Effect.succeed(outcomeOf(error)),
        PassageIndexError: (error) => Effect.succeed(outcomeOf(error)),
        StoreError: (error) => Effect.succeed(outcomeOf(error)),
      }),
      Effect.flatMap(waitForStorage),
    ),
  onExhausted: (job, lastError) => giveUp(trainedCollectionIdOf(job.payload), lastError),
};

const train = Effect.fn("fit.run")(function* (job: Job, lease: JobLease) {
  const trainings = yield* EmbedderTrainingRepository;
  const database = yield* Database;
  // Changes from here on count as made after the training.
  const collection = yield* trainings.collection(trainedCollectionIdOf(job.payload));
  const trainer = collection && (yield* trainerOf(collection));
  if (collection === undefined || trainer === undefined) return done;
  const { service, fitting, fitted: trained } = trainer;
  const texts = yield* sampleTexts(collection.collectionId, fitting.maxTexts);
  if (texts.length < fitting.minTexts) {
    yield* trainings.remove(collection.collectionId);
    return done;
  }
  if (service.fit === undefined) return failed("the embedder declares training but does not implement it");
  const { model, dimension } = collection;
  const bytes = yield* service.fit({ model, dimension, texts });
  yield* database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      yield* trainings.put({ ...trained, bytes }, transaction);
      yield* lease.complete(transaction);
    }),
  );
  yield* Effect.logInfo("fitted", { collection: collection.collectionId, texts: texts.length, bytes: bytes.length });
  return done;
});

/** Returns undefined if the collection's embedder can't be trained on a collection of this kind. */
const trainerOf = Effect.fnUntraced(function* (collection: TrainableCollection) {
  const { embedders } = yield* Plugins;
  const { collectionId, provider, model, dimension, chunkCount, chunkChurn } = collection;
  const embedder = embedders.get(provider);
  const fitting = embedder?.capabilities.fitting;
  if (embedder === undefined || fitting === undefined) return undefined;
  if (dimension < fitting.minDimension || dimension > fitting.maxDimension) return undefined;
  const trained: Omit<NewEmbedderTraining, "bytes"> = {
    ...{ collectionId, provider, model, dimension, chunkCount, chunkChurn },
    method: fitting.method,
  };
  return { service: embedder.service, fitting, fitted: trained };
});

/** Gives up training until the collection has changed: queries use the last trained state, or none. */
const giveUp = Effect.fn("fit.giveUp")(function* (collectionId: string, lastError: string) {
  const trainings = yield* EmbedderTrainingRepository;
  const collection = yield* trainings.collection(collectionId);
  const trainer = collection && (yield* trainerOf(collection));
  if (trainer === undefined) return;
  yield* Effect.logWarning(`the embedder could not be trained on collection ${collectionId}: ${lastError}`);
  yield* trainings.postpone(trainer.fitted);
});
