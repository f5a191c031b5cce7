import { type Kysely, sql } from "kysely";
import { COUNTED_STATUSES } from "./collection-counters.ts";
import type { CollectionScope, PlatformTotals } from "./document.ts";
import type { Tables } from "./tables.ts";

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

/**
 * Counts the contents of collections exactly, from their counters, without expired documents, which no response contains
 * any more: only these are read. One statement, so that a document in transition is counted once.
 */
export const readTotals = async (kysely: Kysely<Tables>, scope?: CollectionScope): Promise<PlatformTotals> => {
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
  const total = value("documents");
  const [pending, processing, failed] = [value("pending"), value("processing"), value("failed")];
  return {
    collections: value("collections"),
    documents: { pending, processing, failed, ready: total - pending - processing - failed, total },
    chunkCount: value("chunks"),
    tokenCount: value("tokens"),
    sizeBytes: value("bytes"),
  };
};
