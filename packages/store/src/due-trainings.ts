import { type Kysely, type Selectable, sql } from "kysely";
import type { TrainingMethod, TrainableCollection } from "./embedder-training.ts";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { CollectionsTable, Tables } from "./tables.ts";

/** Criteria for collections that may be due for a fit. */
export interface TrainingSearch extends Pick<TrainingMethod, "provider" | "method"> {
  /** Minimum number of chunks of a collection without a fit. */
  readonly minChunks: number;
  readonly minDimension: number;
  readonly maxDimension: number;
  /** Minimum share of the fitted chunks that must have changed since the fit. */
  readonly changedShare: number;
}

/**
 * Cursor of a search for due fits: among the collections that are large enough, in order of size, or among the fits.
 */
export type DueCursor =
  | { readonly among: "large"; readonly chunkCount: number; readonly collectionId: string }
  | { readonly among: "fits"; readonly collectionId: string };

export interface DueTrainings {
  readonly collections: readonly TrainableCollection[];
  /** Undefined at the end. */
  readonly next: DueCursor | undefined;
}

/** Cursor for the start of a search. */
export const FIRST_DUE_CURSOR: DueCursor = { among: "large", chunkCount: 0, collectionId: "" };

export const readDue = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  search: TrainingSearch,
  from: DueCursor,
  limit: number,
): Promise<DueTrainings> => {
  if (from.among === "fits") {
    const trained = await readTrained(kysely, from.collectionId, limit);
    const last = trained.length < limit ? undefined : trained.at(-1);
    const next = last && ({ among: "fits", collectionId: last.collectionId } as const);
    return { collections: trained.filter((collection) => isOutdated(collection, search)), next };
  }
  const large = await readLarge(kysely, dialect, search, from, limit);
  const untrained = large.filter((collection) => collection.trained === undefined && isTrainedBy(collection, search));
  const last = large.at(-1);
  if (last !== undefined && large.length === limit) {
    const { chunkCount, collectionId } = last;
    return { collections: untrained, next: { among: "large", chunkCount, collectionId } };
  }
  // Short lists are scanned in one go.
  const rest = await readDue(kysely, dialect, search, { among: "fits", collectionId: "" }, limit - large.length);
  return { collections: [...untrained, ...rest.collections], next: rest.next };
};

/** Reads by an index in order of size, which skips small collections. */
const readLarge = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  { provider, minChunks }: TrainingSearch,
  { chunkCount, collectionId }: Extract<DueCursor, { among: "large" }>,
  limit: number,
): Promise<readonly TrainableCollection[]> => {
  const [size, id] = chunkCount < minChunks ? [minChunks, ""] : [chunkCount, collectionId];
  const rows = await collectionsAndTrainings(kysely)
    .where("collections.embedding_provider", "=", provider)
    .where(sql<boolean>`(collections.chunk_count, collections.id) > (${size}, ${id})`)
    // MySQL can't seek by a comparison of two columns.
    .$if(dialect === "mysql", (query) => query.where("collections.chunk_count", ">=", size))
    .orderBy("collections.chunk_count")
    .orderBy("collections.id")
    .limit(limit)
    .execute();
  return rows.map(trainableCollection);
};

const readTrained = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  limit: number,
): Promise<readonly TrainableCollection[]> => {
  const rows = await kysely
    .selectFrom("embedder_fits")
    .innerJoin("collections", "collections.id", "embedder_fits.collection_id")
    .select(COLLECTION_AND_TRAINING)
    .where("embedder_fits.collection_id", ">", collectionId)
    .orderBy("embedder_fits.collection_id")
    .limit(limit)
    .execute();
  return rows.map(trainableCollection);
};

const isTrainedBy = ({ provider, dimension }: TrainableCollection, search: TrainingSearch): boolean =>
  provider === search.provider && dimension >= search.minDimension && dimension <= search.maxDimension;

/** Whether the fit was made by another embedder or method, or the collection has changed too much since. */
const isOutdated = (collection: TrainableCollection, search: TrainingSearch): boolean => {
  const { trained, model, dimension, chunkChurn } = collection;
  if (trained === undefined || !isTrainedBy(collection, search)) return false;
  const { maker } = trained;
  return (
    maker.method !== search.method ||
    maker.provider !== search.provider ||
    maker.model !== model ||
    maker.dimension !== dimension ||
    chunkChurn - trained.chunkChurn > search.changedShare * trained.chunkCount
  );
};

const COLLECTION_AND_TRAINING = [
  "collections.id",
  "collections.embedding_provider",
  "collections.embedding_model",
  "collections.dimension",
  "collections.chunk_count",
  "collections.chunk_churn",
  "embedder_fits.provider as fit_provider",
  "embedder_fits.model as fit_model",
  "embedder_fits.dimension as fit_dimension",
  "embedder_fits.method as fit_method",
  "embedder_fits.chunk_count as fit_chunk_count",
  "embedder_fits.chunk_churn as fit_chunk_churn",
] as const;

export const collectionsAndTrainings = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom("collections")
    .leftJoin("embedder_fits", "embedder_fits.collection_id", "collections.id")
    .select(COLLECTION_AND_TRAINING);

interface Row extends Pick<
  Selectable<CollectionsTable>,
  "id" | "embedding_provider" | "embedding_model" | "dimension" | "chunk_count" | "chunk_churn"
> {
  readonly fit_provider: string | null;
  readonly fit_model: string | null;
  readonly fit_dimension: number | null;
  readonly fit_method: string | null;
  readonly fit_chunk_count: number | null;
  readonly fit_chunk_churn: number | null;
}

// MySQL's driver can return a bigint as text.
export const trainableCollection = (row: Row): TrainableCollection => ({
  collectionId: row.id,
  provider: row.embedding_provider,
  model: row.embedding_model,
  dimension: row.dimension,
  chunkCount: Number(row.chunk_count),
  chunkChurn: Number(row.chunk_churn),
  trained:
    row.fit_provider === null
      ? undefined
      : {
          chunkCount: Number(row.fit_chunk_count),
          chunkChurn: Number(row.fit_chunk_churn),
          maker: {
            provider: row.fit_provider,
            model: row.fit_model!,
            dimension: row.fit_dimension!,
            method: row.fit_method!,
          },
        },
});
