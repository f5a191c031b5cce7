import type { DocumentStatus } from "@quarry/plugin/domain";
import { type Kysely, type Selectable, sql } from "kysely";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { CollectionsTable, Tables } from "./tables.ts";

/** Statuses with a counter. The number of ready documents is the remainder. */
export const COUNTED_STATUSES = ["pending", "processing", "failed"] as const satisfies readonly DocumentStatus[];
type CountedStatus = (typeof COUNTED_STATUSES)[number];

/** Change of a collection's counters that results from a change of one document. */
export interface CounterChange {
  /** Number of documents that entered a status (positive) or left it (negative). */
  readonly inStatus?: Partial<Record<DocumentStatus, number>>;
  readonly documents?: number;
  readonly chunks?: number;
  readonly tokens?: number;
  readonly bytes?: number;
  /** Creation time of an added document. */
  readonly createdAt?: string;
}

/** Adds to the counters, in the caller's transaction. Returns false if the collection does not exist. */
export const changeCounters = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  change: CounterChange,
): Promise<boolean> => {
  const inStatus = (status: CountedStatus) => change.inStatus?.[status] ?? 0;
  const result = await kysely
    .updateTable("collections")
    .set((column) => ({
      ...listVersionColumns(change),
      document_count: column("document_count", "+", change.documents ?? 0),
      pending_count: column("pending_count", "+", inStatus("pending")),
      processing_count: column("processing_count", "+", inStatus("processing")),
      failed_count: column("failed_count", "+", inStatus("failed")),
      chunk_count: column("chunk_count", "+", change.chunks ?? 0),
      chunk_churn: column("chunk_churn", "+", Math.abs(change.chunks ?? 0)),
      token_count: column("token_count", "+", change.tokens ?? 0),
      size_bytes: column("size_bytes", "+", change.bytes ?? 0),
    }))
    .where("id", "=", collectionId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

/**
 * Updates the list version `moves`: adding the newest document leaves all others in their positions. The order of the
 * fields matters: MySQL evaluates assignments from left to right.
 */
const listVersionColumns = ({ documents = 0, createdAt }: CounterChange) => {
  if (documents === 0) return {};
  const numbers = documents > 0 ? { last_number: sql<number>`last_number + ${documents}` } : {};
  if (createdAt === undefined) return { ...numbers, moves: sql<number>`moves + 1` };
  return {
    ...numbers,
    moves: sql<number>`moves + case when newest_at > ${createdAt} then 1 else 0 end`,
    newest_at: sql<string>`case when newest_at > ${createdAt} then newest_at else ${createdAt} end`,
  };
};

/** Returns the counter change for a document that goes from one status to another. */
export const statusChange = (from: DocumentStatus, to: DocumentStatus): CounterChange =>
  from === to ? {} : { inStatus: { [from]: -1, [to]: 1 } };

/**
 * Returns a collection's counters as counted from its documents, or undefined if the stored ones are correct or the
 * collection does not exist. With `lock` no other transaction changes them until this one ends: every change of a
 * document changes the counters in the same transaction, so committed data is consistent.
 */
export const findWrongCounters = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  lock: boolean,
): Promise<Counters | undefined> => {
  const retained = await kysely
    .selectFrom("collections")
    .select([
      ...(["document_count", "pending_count", "processing_count", "failed_count"] as const),
      ...(["chunk_count", "token_count", "size_bytes"] as const),
    ])
    .where("id", "=", collectionId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (retained === undefined) return undefined;
  const counted = await kysely
    .selectFrom("documents")
    .where("collection_id", "=", collectionId)
    .select((select) => [
      select.fn.countAll<number>().as("documents"),
      ...COUNTED_STATUSES.map((status) =>
        sql<number>`coalesce(sum(case when status = ${status} then 1 else 0 end), 0)`.as(status),
      ),
      sql<number>`coalesce(sum(chunk_count), 0)`.as("chunks"),
      sql<number>`coalesce(sum(token_count), 0)`.as("tokens"),
      sql<number>`coalesce(sum(file_size), 0)`.as("bytes"),
    ])
    .executeTakeFirstOrThrow();
  const exact: Counters = {
    document_count: Number(counted.documents),
    pending_count: Number(counted.pending),
    processing_count: Number(counted.processing),
    failed_count: Number(counted.failed),
    chunk_count: Number(counted.chunks),
    token_count: Number(counted.tokens),
    size_bytes: Number(counted.bytes),
  };
  const isCorrect = (Object.keys(exact) as (keyof Counters)[]).every((counter) => retained[counter] === exact[counter]);
  return isCorrect ? undefined : exact;
};

type Counter =
  | ("document_count" | "pending_count" | "processing_count" | "failed_count")
  | ("chunk_count" | "token_count" | "size_bytes");

export type Counters = Pick<Selectable<CollectionsTable>, Counter>;

/** Sets the counters of one collection to the values counted from its documents. Returns false if they were correct. */
export const recount = async (kysely: Kysely<Tables>, dialect: SqlDialect, collectionId: string): Promise<boolean> => {
  const exact = await findWrongCounters(kysely, collectionId, dialect === "mysql");
  if (exact === undefined) return false;
  await kysely.updateTable("collections").set(exact).where("id", "=", collectionId).execute();
  return true;
};

/**
 * Scans up to `limit` collections after this id, in id order. Returns those whose counts by status differ from their
 * documents, and the last scanned id, or undefined at the end. Reads the documents that are not ready, by an index.
 */
export const findWrongStatuses = async (kysely: Kysely<Tables>, after: string, limit: number) => {
  const rows = await kysely
    .selectFrom("collections")
    .select(["id", "pending_count", "processing_count", "failed_count"])
    .select((select) =>
      COUNTED_STATUSES.map((status) =>
        select
          .selectFrom("documents")
          .whereRef("documents.collection_id", "=", "collections.id")
          .where("documents.status", "=", status)
          .select((count) => count.fn.countAll<number>().as("total"))
          .as(status),
      ),
    )
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  const isWrong = (row: (typeof rows)[number]) =>
    COUNTED_STATUSES.some((status) => Number(row[`${status}_count`]) !== Number(row[status]));
  return { wrong: rows.filter(isWrong).map(({ id }) => id), last: rows.length < limit ? undefined : rows.at(-1)!.id };
};
