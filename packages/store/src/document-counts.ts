import { type Kysely, sql } from "kysely";
import { COUNTED_STATUSES } from "./collection-counters.ts";
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
 * Counts documents exactly, by status, from the counters of the collections: only expired documents are read. One
 * statement, so that a document in transition is counted once.
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

const selectCollections = (kysely: Kysely<Tables>, scope: CollectionScope | undefined) => {
  const all = kysely.selectFrom("collections");
  if (scope === undefined) return all;
  return "id" in scope ? all.where("id", "=", scope.id) : all.where("name", "in", scope.names);
};

/** Documents of these collections that have expired but are still stored: few, and read by an index. */
const selectExpired = (kysely: Kysely<Tables>, scope: CollectionScope | undefined, time: string) => {
  const all = kysely
    .selectFrom("documents")
    .innerJoin("collections", "collections.id", "documents.collection_id")
    .where("documents.expires_at", "<=", time);
  if (scope === undefined) return all;
  return "id" in scope ? all.where("collections.id", "=", scope.id) : all.where("collections.name", "in", scope.names);
};

const sumOf = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;

/** Counts the contents of collections without expired documents, which no response contains any more. */
const countAll = async (
  kysely: Kysely<Tables>,
  scope: CollectionScope | undefined,
): Promise<{ counts: StatusCounts; totals: Totals }> => {
  const retained = selectCollections(kysely, scope).select((select) => [
    select.fn.countAll<number>().as("collections"),
    sumOf("document_count").as("documents"),
    sumOf("chunk_count").as("chunks"),
    sumOf("token_count").as("tokens"),
    sumOf("size_bytes").as("bytes"),
    ...COUNTED_STATUSES.map((status) => sumOf(`${status}_count`).as(status)),
  ]);
  const expired = selectExpired(kysely, scope, new Date().toISOString()).select((select) => [
    select.fn.countAll<number>().as("expired_documents"),
    sumOf("documents.chunk_count").as("expired_chunks"),
    sumOf("documents.token_count").as("expired_tokens"),
    sumOf("documents.file_size").as("expired_bytes"),
    ...COUNTED_STATUSES.map((status) =>
      sql<number>`coalesce(sum(case when documents.status = ${status} then 1 else 0 end), 0)`.as(`expired_${status}`),
    ),
  ]);
  const row = await kysely
    .selectFrom([retained.as("kept"), expired.as("expired")])
    .selectAll()
    .executeTakeFirstOrThrow();
  const columns = row as Readonly<Record<string, unknown>>;
  const value = (name: string): number => Number(columns[name] ?? 0) - Number(columns[`expired_${name}`] ?? 0);
  const documents = value("documents");
  const [pending, processing, failed] = [value("pending"), value("processing"), value("failed")];
  return {
    counts: { pending, processing, failed, ready: documents - pending - processing - failed },
    totals: {
      ...{ documents, collections: value("collections"), chunks: value("chunks") },
      ...{ tokens: value("tokens"), bytes: value("bytes") },
    },
  };
};
