import { type Kysely, sql } from "kysely";
import { COUNTED } from "./collection-counters.ts";
import type { CollectionScope, PlatformTotals, StatusCounts } from "./document.ts";
import type { Tables } from "./tables.ts";

interface Totals {
  readonly collections: number;
  readonly documents: number;
  readonly chunks: number;
  readonly tokens: number;
  readonly bytes: number;
}

/**
 * Exact documents by status, by the counters of the collections: no document is read. One statement, so that a document in
 * transition is counted once.
 */
export const countDocuments = async (kysely: Kysely<Tables>, collectionId: string | undefined): Promise<StatusCounts> =>
  (await countAll(kysely, collectionId === undefined ? undefined : { id: collectionId })).counts;

export const platformTotals = async (
  kysely: Kysely<Tables>,
  collections: CollectionScope | undefined,
): Promise<PlatformTotals> => {
  const { counts, totals } = await countAll(kysely, collections);
  return {
    collections: totals.collections,
    documents: { ...counts, total: totals.documents },
    chunkCount: totals.chunks,
    tokenCount: totals.tokens,
    sizeBytes: totals.bytes,
  };
};

const collectionsOf = (kysely: Kysely<Tables>, scope: CollectionScope | undefined) => {
  const all = kysely.selectFrom("collections");
  if (scope === undefined) return all;
  return "id" in scope ? all.where("id", "=", scope.id) : all.where("name", "in", scope.names);
};

const countAll = async (
  kysely: Kysely<Tables>,
  scope: CollectionScope | undefined,
): Promise<{ counts: StatusCounts; totals: Totals }> => {
  const row = await collectionsOf(kysely, scope)
    .select((select) => [
      select.fn.countAll<number>().as("collections"),
      sql<number>`coalesce(sum(document_count), 0)`.as("documents"),
      sql<number>`coalesce(sum(chunk_count), 0)`.as("chunks"),
      sql<number>`coalesce(sum(token_count), 0)`.as("tokens"),
      sql<number>`coalesce(sum(size_bytes), 0)`.as("bytes"),
      ...COUNTED.map((status) => sql<number>`coalesce(sum(${sql.ref(`${status}_count`)}), 0)`.as(status)),
    ])
    .executeTakeFirstOrThrow();
  const value = (name: string): number => Number((row as Record<string, unknown>)[name] ?? 0);
  const [pending, processing, failed] = [value("pending"), value("processing"), value("failed")];
  return {
    counts: { pending, processing, failed, ready: value("documents") - pending - processing - failed },
    totals: {
      collections: value("collections"),
      documents: value("documents"),
      chunks: value("chunks"),
      tokens: value("tokens"),
      bytes: value("bytes"),
    },
  };
};
