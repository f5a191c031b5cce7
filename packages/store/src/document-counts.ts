import type { DocumentStatus } from "@quarry/domain";
import { type Kysely, sql } from "kysely";
import type { PlatformTotals, StatusCounts } from "./document-repository.ts";
import type { Tables } from "./tables.ts";

/** Few documents are in these at any time; ready is the rest, so the many are never counted one by one. */
const COUNTED: readonly DocumentStatus[] = ["pending", "processing", "failed"];

interface Totals {
  readonly collections: number;
  readonly documents: number;
  readonly chunks: number;
  readonly tokens: number;
  readonly bytes: number;
}

/** Exact documents by status. One statement, so that a document in transition is counted once. */
export const countDocuments = async (kysely: Kysely<Tables>, collectionId: string | undefined): Promise<StatusCounts> =>
  (await countAll(kysely, collectionId)).counts;

export const platformTotals = async (kysely: Kysely<Tables>): Promise<PlatformTotals> => {
  const { counts, totals } = await countAll(kysely, undefined);
  return {
    collections: totals.collections,
    documents: { ...counts, total: totals.documents },
    chunkCount: totals.chunks,
    tokenCount: totals.tokens,
    sizeBytes: totals.bytes,
  };
};

const countAll = async (
  kysely: Kysely<Tables>,
  collectionId: string | undefined,
): Promise<{ counts: StatusCounts; totals: Totals }> => {
  const inStatus = (status: DocumentStatus) => {
    const some = kysely.selectFrom("documents").where("status", "=", status);
    const scoped = collectionId === undefined ? some : some.where("collection_id", "=", collectionId);
    return scoped.select((select) => select.fn.countAll<number>().as("total"));
  };
  const collections = kysely.selectFrom("collections");
  const row = await (collectionId === undefined ? collections : collections.where("id", "=", collectionId))
    .select((select) => [
      select.fn.countAll<number>().as("collections"),
      sql<number>`coalesce(sum(document_count), 0)`.as("documents"),
      sql<number>`coalesce(sum(chunk_count), 0)`.as("chunks"),
      sql<number>`coalesce(sum(token_count), 0)`.as("tokens"),
      sql<number>`coalesce(sum(size_bytes), 0)`.as("bytes"),
      ...COUNTED.map((status) => inStatus(status).as(status)),
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
