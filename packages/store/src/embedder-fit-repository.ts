import { Clock, Context, Effect, Layer } from "effect";
import type { Kysely, Selectable } from "kysely";
import { Database, type DatabaseService } from "./database.ts";
import {
  collectionsAndFits,
  type DueFits,
  type DueCursor,
  type FitSearch,
  fittedCollection,
  readDue,
} from "./due-fits.ts";
import type { EmbedderFit, FitMaker, FittedCollection, NewEmbedderFit } from "./embedder-fit.ts";
import type { StoreError } from "./store-error.ts";
import type { EmbedderFitsTable } from "./embedding-tables.ts";
import type { Tables } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** One fit per collection: the next one takes its place. */
export interface EmbedderFitRepositoryService {
  /** Collections of a provider that have none of this method, or have changed since. Looks at `most` from a place on. */
  readonly due: (search: FitSearch, from: DueCursor, most: number) => Effect.Effect<DueFits, StoreError>;
  readonly collection: (collectionId: string) => Effect.Effect<FittedCollection | undefined, StoreError>;
  /** Number of the collection's fit if this maker made it. */
  readonly number: (collectionId: string, maker: FitMaker) => Effect.Effect<number | undefined, StoreError>;
  /** The collection's fit, of any embedder. */
  readonly read: (collectionId: string) => Effect.Effect<EmbedderFit | undefined, StoreError>;
  /** Replaces the collection's fit. False when the collection is gone; then nothing is kept. */
  readonly put: (fit: NewEmbedderFit, within?: Transaction) => Effect.Effect<boolean, StoreError>;
  /**
   * Says that a fit was tried and what it gave was no use: the one that is there stays, if the same maker made it, and is
   * due again after as much change as if it had been made now.
   */
  readonly postpone: (fit: Omit<NewEmbedderFit, "bytes">, within?: Transaction) => Effect.Effect<void, StoreError>;
  /** The collection has none any more. */
  readonly remove: (collectionId: string, within?: Transaction) => Effect.Effect<void, StoreError>;
}

export class EmbedderFitRepository extends Context.Service<EmbedderFitRepository, EmbedderFitRepositoryService>()(
  "@quarry/store/EmbedderFitRepository",
) {
  static readonly layer: Layer.Layer<EmbedderFitRepository, never, Database> = Layer.effect(
    EmbedderFitRepository,
    Effect.map(Database, (database) => makeRepository(database)),
  );
}

/** Far below what any server takes in one statement. */
const PIECE_BYTES = 1_048_576;

const makeRepository = (database: DatabaseService): EmbedderFitRepositoryService => {
  const findNumber = database.prepareRead<Selectable<EmbedderFitsTable>>((kysely, placeholder) =>
    kysely.selectFrom("embedder_fits").selectAll().where("collection_id", "=", placeholder(0)),
  );

  const due: EmbedderFitRepositoryService["due"] = (search, from, most) =>
    database.read((kysely) => readDue(kysely, database.dialect, search, from, most));

  const collection = (collectionId: string) =>
    database.read(async (kysely) => {
      const row = await collectionsAndFits(kysely).where("collections.id", "=", collectionId).executeTakeFirst();
      return row === undefined ? undefined : fittedCollection(row);
    });

  const number = (collectionId: string, maker: FitMaker) =>
    Effect.map(findNumber(collectionId), ([row]) =>
      row !== undefined && isMadeBy(row, maker) ? Number(row.number) : undefined,
    );

  // One statement, so that pieces and number are of the same moment.
  const read = (collectionId: string) =>
    database.read(async (kysely): Promise<EmbedderFit | undefined> => {
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
    });

  const put = (fit: NewEmbedderFit, within?: Transaction) =>
    database.transaction(
      Effect.fnUntraced(function* (transaction: Transaction) {
        const time = yield* Clock.currentTimeMillis;
        return yield* database.run(async (kysely) => {
          if (!(await lockCollection(kysely, database, fit.collectionId))) return false;
          const kept = await kysely
            .selectFrom("embedder_fits")
            .select("number")
            .where("collection_id", "=", fit.collectionId)
            .executeTakeFirst();
          // By the clock, so that the number of a fit that was removed doesn't come back.
          const number = Math.max(Number(kept?.number ?? 0) + 1, time);
          await removeFit(kysely, fit.collectionId);
          await kysely.insertInto("embedder_fits").values(fitRow(fit, number)).execute();
          for (let piece = 0; piece * PIECE_BYTES < fit.bytes.length; piece += 1) {
            const data = Buffer.from(fit.bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES));
            await kysely
              .insertInto("embedder_fit_pieces")
              .values({ collection_id: fit.collectionId, piece, data })
              .execute();
          }
          return true;
        }, transaction);
      }),
      within,
    );

  const postpone = (fit: Omit<NewEmbedderFit, "bytes">, within?: Transaction) =>
    database.transaction(
      Effect.fnUntraced(function* (transaction: Transaction) {
        const moved = yield* database.run(async (kysely) => {
          const kept = await kysely
            .selectFrom("embedder_fits")
            .selectAll()
            .where("collection_id", "=", fit.collectionId)
            .executeTakeFirst();
          if (kept === undefined || !isMadeBy(kept, fit)) return false;
          await kysely
            .updateTable("embedder_fits")
            .set({ chunk_count: fit.chunkCount, chunk_churn: fit.chunkChurn })
            .where("collection_id", "=", fit.collectionId)
            .execute();
          return true;
        }, transaction);
        if (!moved) yield* put({ ...fit, bytes: new Uint8Array(0) }, transaction);
      }),
      within,
    );

  const remove = (collectionId: string, within?: Transaction) =>
    database.transaction(
      (transaction) => database.run((kysely) => removeFit(kysely, collectionId), transaction),
      within,
    );

  return { due, collection, number, read, put, postpone, remove };
};

const removeFit = async (kysely: Kysely<Tables>, collectionId: string): Promise<void> => {
  await kysely.deleteFrom("embedder_fit_pieces").where("collection_id", "=", collectionId).execute();
  await kysely.deleteFrom("embedder_fits").where("collection_id", "=", collectionId).execute();
};

const fitRow = (fit: NewEmbedderFit, number: number): EmbedderFitsTable => ({
  collection_id: fit.collectionId,
  number,
  provider: fit.provider,
  model: fit.model,
  dimension: fit.dimension,
  method: fit.method,
  chunk_count: fit.chunkCount,
  chunk_churn: fit.chunkChurn,
});

const isMadeBy = (row: Selectable<EmbedderFitsTable>, maker: FitMaker): boolean =>
  row.provider === maker.provider &&
  row.model === maker.model &&
  row.dimension === maker.dimension &&
  row.method === maker.method;

/** Its removal waits for the transaction, or has taken place. */
const lockCollection = async (kysely: Kysely<Tables>, { dialect }: DatabaseService, id: string): Promise<boolean> => {
  const row = await kysely
    .selectFrom("collections")
    .select("id")
    .where("id", "=", id)
    .$if(dialect === "mysql", (query) => query.forUpdate())
    .executeTakeFirst();
  return row !== undefined;
};
