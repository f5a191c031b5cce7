import { type Kysely, type Selectable, sql } from "kysely";
import type { FitMaker, FittedCollection } from "./embedder-fit.ts";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { CollectionsTable, Tables } from "./tables.ts";

/** Search for collections that a fit may be due for. */
export interface FitSearch extends Pick<FitMaker, "provider" | "method"> {
  /** Only with as many chunks, where there is no fit yet. */
  readonly minChunks: number;
  readonly minDimension: number;
  readonly maxDimension: number;
  /** Only where this share of what was fitted has changed since. */
  readonly changedShare: number;
}

/**
 * Cursor of a search for due fits: among the collections that are large enough, in the order of their size, or among
 * the fits.
 */
export type DueCursor =
  | { readonly among: "large"; readonly chunkCount: number; readonly collectionId: string }
  | { readonly among: "fits"; readonly collectionId: string };

export interface DueFits {
  readonly collections: readonly FittedCollection[];
  /** Undefined where all have been looked at. */
  readonly next: DueCursor | undefined;
}

/** Before all. */
export const FIRST_DUE_CURSOR: DueCursor = { among: "large", chunkCount: 0, collectionId: "" };

export const readDue = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  search: FitSearch,
  from: DueCursor,
  most: number,
): Promise<DueFits> => {
  if (from.among === "fits") {
    const fitted = await readFitted(kysely, from.collectionId, most);
    const last = fitted.length < most ? undefined : fitted.at(-1);
    const next = last && ({ among: "fits", collectionId: last.collectionId } as const);
    return { collections: fitted.filter((collection) => isOutgrown(collection, search)), next };
  }
  const large = await readLarge(kysely, dialect, search, from, most);
  const unfitted = large.filter((collection) => collection.fitted === undefined && isFitting(collection, search));
  const last = large.at(-1);
  if (last !== undefined && large.length === most) {
    const { chunkCount, collectionId } = last;
    return { collections: unfitted, next: { among: "large", chunkCount, collectionId } };
  }
  // Short lists are scanned in one go.
  const rest = await readDue(kysely, dialect, search, { among: "fits", collectionId: "" }, most - large.length);
  return { collections: [...unfitted, ...rest.collections], next: rest.next };
};

/** By an index in the order of their size: small ones are passed over. */
const readLarge = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  { provider, minChunks }: FitSearch,
  { chunkCount, collectionId }: Extract<DueCursor, { among: "large" }>,
  most: number,
): Promise<readonly FittedCollection[]> => {
  const [size, id] = chunkCount < minChunks ? [minChunks, ""] : [chunkCount, collectionId];
  const rows = await collectionsAndFits(kysely)
    .where("collections.embedding_provider", "=", provider)
    .where(sql<boolean>`(collections.chunk_count, collections.id) > (${size}, ${id})`)
    // MySQL seeks nothing by two columns at once.
    .$if(dialect === "mysql", (query) => query.where("collections.chunk_count", ">=", size))
    .orderBy("collections.chunk_count")
    .orderBy("collections.id")
    .limit(most)
    .execute();
  return rows.map(fittedCollection);
};

const readFitted = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  most: number,
): Promise<readonly FittedCollection[]> => {
  const rows = await kysely
    .selectFrom("embedder_fits")
    .innerJoin("collections", "collections.id", "embedder_fits.collection_id")
    .select(COLLECTION_AND_FIT)
    .where("embedder_fits.collection_id", ">", collectionId)
    .orderBy("embedder_fits.collection_id")
    .limit(most)
    .execute();
  return rows.map(fittedCollection);
};

const isFitting = ({ provider, dimension }: FittedCollection, search: FitSearch): boolean =>
  provider === search.provider && dimension >= search.minDimension && dimension <= search.maxDimension;

/** Whether the fit was made by another embedder, or from the collection before it changed. */
const isOutgrown = (collection: FittedCollection, search: FitSearch): boolean => {
  const { fitted, model, dimension, chunkChurn } = collection;
  if (fitted === undefined || !isFitting(collection, search)) return false;
  const { maker } = fitted;
  return (
    maker.method !== search.method ||
    maker.provider !== search.provider ||
    maker.model !== model ||
    maker.dimension !== dimension ||
    chunkChurn - fitted.chunkChurn > search.changedShare * fitted.chunkCount
  );
};

const COLLECTION_AND_FIT = [
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

export const collectionsAndFits = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom("collections")
    .leftJoin("embedder_fits", "embedder_fits.collection_id", "collections.id")
    .select(COLLECTION_AND_FIT);

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

// MySQL's driver may give a bigint as text.
export const fittedCollection = (row: Row): FittedCollection => ({
  collectionId: row.id,
  provider: row.embedding_provider,
  model: row.embedding_model,
  dimension: row.dimension,
  chunkCount: Number(row.chunk_count),
  chunkChurn: Number(row.chunk_churn),
  fitted:
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
