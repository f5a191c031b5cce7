import { Context, Effect, Layer } from "effect";
import type { Kysely, Selectable } from "kysely";
import { Database, type DatabaseService } from "./database.ts";
import {
  collectionsAndTrainings,
  type DueTrainings,
  type DueCursor,
  type TrainingSearch,
  trainableCollection,
  readDue,
} from "./due-trainings.ts";
import type {
  EmbedderTraining,
  TrainingMethod,
  TrainableCollection,
  NewEmbedderTraining,
} from "./embedder-training.ts";
import { inTransaction } from "./in-transaction.ts";
import type { StoreError } from "./store-error.ts";
import type { EmbedderTrainingsTable } from "./embedding-tables.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Stores one fit per collection: a new one replaces it. */
export interface EmbedderTrainingRepositoryService {
  /**
   * Returns collections of a provider that have no fit of this method, or have changed since. Scans up to `limit` from a
   * cursor.
   */
  readonly due: (search: TrainingSearch, from: DueCursor, limit: number) => Effect.Effect<DueTrainings, StoreError>;
  readonly collection: (collectionId: string) => Effect.Effect<TrainableCollection | undefined, StoreError>;
  /** Number of the collection's fit if this maker made it. */
  readonly number: (collectionId: string, maker: TrainingMethod) => Effect.Effect<number | undefined, StoreError>;
  /** Returns the collection's fit, of any embedder. */
  readonly read: (collectionId: string) => Effect.Effect<EmbedderTraining | undefined, StoreError>;
  /** Replaces the collection's fit. Returns false, and stores nothing, if the collection does not exist. */
  readonly put: (training: NewEmbedderTraining, within?: Transaction) => Effect.Effect<boolean, StoreError>;
  /**
   * Records that a fit was tried without a useful result. The existing fit stays, if the same maker made it, and is due
   * again after as much change as if it had been made now.
   */
  readonly postpone: (
    training: Omit<NewEmbedderTraining, "bytes">,
    within?: Transaction,
  ) => Effect.Effect<void, StoreError>;
  /** Removes the collection's fit. */
  readonly remove: (collectionId: string, within?: Transaction) => Effect.Effect<void, StoreError>;
}

/** Bytes per segment: far below the statement size limit of any server. */
const SEGMENT_BYTES = 1_048_576;

const makeRepository = (database: DatabaseService): EmbedderTrainingRepositoryService => {
  const findNumber = database.prepareRead<Selectable<EmbedderTrainingsTable>>((kysely, placeholder) =>
    kysely.selectFrom("embedder_fits").selectAll().where("collection_id", "=", placeholder(0)),
  );

  return {
    due: (search, from, limit) => database.read((kysely) => readDue(kysely, database.dialect, search, from, limit)),
    collection: (collectionId) =>
      database.read(async (kysely) => {
        const row = await collectionsAndTrainings(kysely).where("collections.id", "=", collectionId).executeTakeFirst();
        return row && trainableCollection(row);
      }),
    number: (collectionId, maker) =>
      Effect.map(findNumber(collectionId), ([row]) =>
        row !== undefined && isMadeBy(row, maker) ? Number(row.number) : undefined,
      ),
    // One statement, so that segments and number are consistent.
    read: (collectionId) =>
      database.read(async (kysely) => {
        const rows = await kysely
          .selectFrom("embedder_fits")
          .leftJoin("embedder_fit_pieces", (join) =>
            join.onRef("embedder_fit_pieces.collection_id", "=", "embedder_fits.collection_id"),
          )
          .where("embedder_fits.collection_id", "=", collectionId)
          .select(["embedder_fits.number", "provider", "model", "dimension", "method", "data"])
          .orderBy("piece")
          .execute();
        const [first] = rows;
        if (first === undefined) return undefined;
        const { provider, model, dimension, method } = first;
        const bytes = new Uint8Array(Buffer.concat(rows.flatMap(({ data }) => data ?? [])));
        return { number: Number(first.number), provider, model, dimension, method, bytes };
      }),
    put: (training, within) =>
      inTransaction(database, (kysely, time) => replaceTraining(kysely, database, training, time), within),
    postpone: (training, within) =>
      inTransaction(
        database,
        async (kysely, time) => {
          const trainings = kysely.selectFrom("embedder_fits").where("collection_id", "=", training.collectionId);
          const retained = await trainings.selectAll().executeTakeFirst();
          if (retained === undefined || !isMadeBy(retained, training)) {
            await replaceTraining(kysely, database, { ...training, bytes: new Uint8Array(0) }, time);
            return;
          }
          await kysely
            .updateTable("embedder_fits")
            .set({ chunk_count: training.chunkCount, chunk_churn: training.chunkChurn })
            .where("collection_id", "=", training.collectionId)
            .execute();
        },
        within,
      ),
    remove: (collectionId, within) => inTransaction(database, (kysely) => removeTraining(kysely, collectionId), within),
  };
};

export class EmbedderTrainingRepository extends Context.Service<
  EmbedderTrainingRepository,
  EmbedderTrainingRepositoryService
>()("@quarry/store/EmbedderFitRepository") {
  static readonly layer = Layer.effect(EmbedderTrainingRepository, Effect.map(Database, makeRepository));
}

/** Returns false if the collection does not exist. */
const replaceTraining = async (
  kysely: Kysely<Tables>,
  database: DatabaseService,
  training: NewEmbedderTraining,
  time: string,
): Promise<boolean> => {
  if (!(await lockCollection(kysely, database, training.collectionId))) return false;
  const retained = await kysely
    .selectFrom("embedder_fits")
    .select("number")
    .where("collection_id", "=", training.collectionId)
    .executeTakeFirst();
  // Based on the clock, so that the number of a removed fit is not reused.
  const number = Math.max(Number(retained?.number ?? 0) + 1, Date.parse(time));
  await removeTraining(kysely, training.collectionId);
  await kysely.insertInto("embedder_fits").values(trainingRow(training, number)).execute();
  for (let segment = 0; segment * SEGMENT_BYTES < training.bytes.length; segment += 1) {
    const data = Buffer.from(training.bytes.subarray(segment * SEGMENT_BYTES, (segment + 1) * SEGMENT_BYTES));
    await kysely
      .insertInto("embedder_fit_pieces")
      .values({ collection_id: training.collectionId, piece: segment, data })
      .execute();
  }
  return true;
};

const removeTraining = async (kysely: Kysely<Tables>, collectionId: string): Promise<void> => {
  await kysely.deleteFrom("embedder_fit_pieces").where("collection_id", "=", collectionId).execute();
  await kysely.deleteFrom("embedder_fits").where("collection_id", "=", collectionId).execute();
};

const trainingRow = (training: NewEmbedderTraining, number: number): EmbedderTrainingsTable => ({
  collection_id: training.collectionId,
  number,
  provider: training.provider,
  model: training.model,
  dimension: training.dimension,
  method: training.method,
  chunk_count: training.chunkCount,
  chunk_churn: training.chunkChurn,
});

const isMadeBy = (row: Selectable<EmbedderTrainingsTable>, maker: TrainingMethod): boolean =>
  row.provider === maker.provider &&
  row.model === maker.model &&
  row.dimension === maker.dimension &&
  row.method === maker.method;

/** Locks the collection: its removal waits for the transaction, or has already happened. */
const lockCollection = async (kysely: Kysely<Tables>, { dialect }: DatabaseService, id: string): Promise<boolean> => {
  const row = await kysely
    .selectFrom("collections")
    .select("id")
    .where("id", "=", id)
    .$if(dialect === "mysql", (query) => query.forUpdate())
    .executeTakeFirst();
  return row !== undefined;
};
