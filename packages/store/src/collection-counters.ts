import type { DocumentStatus } from "@quarry/plugin/domain";
import { type Kysely, type Selectable, sql } from "kysely";
import type { SqlDialect } from "./migrations/column-types.ts";
import type { CollectionsTable, Tables } from "./tables.ts";

/** Statuses whose documents are counted; ready is the rest. */
export const COUNTED = ["pending", "processing", "failed"] as const satisfies readonly DocumentStatus[];
type Counted = (typeof COUNTED)[number];

/** Change of a collection's counters that follows from a change of one document. */
export interface CounterChange {
  /** Documents that came into a status, or left it. */
  readonly inStatus?: Partial<Record<DocumentStatus, number>>;
  readonly documents?: number;
  readonly chunks?: number;
  readonly tokens?: number;
  readonly bytes?: number;
  /** Of one that comes: when. */
  readonly createdAt?: string;
}

/** Adds to the counters, in the caller's transaction. False when the collection is gone. */
export const changeCounters = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  change: CounterChange,
): Promise<boolean> => {
  const inStatus = (status: Counted) => change.inStatus?.[status] ?? 0;
  const result = await kysely
    .updateTable("collections")
    .set((column) => ({
      ...movedPositions(change),
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

/** The newest keeps all others in their places in the list. In this order: MySQL sets the second by what the first was made. */
const movedPositions = ({ documents = 0, createdAt }: CounterChange) => {
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
export const movedStatus = (from: DocumentStatus, to: DocumentStatus): CounterChange =>
  from === to ? {} : { inStatus: { [from]: -1, [to]: 1 } };

/**
 * Returns a collection's counters as counted from its documents; undefined when the stored ones are correct, or when
 * the collection is gone. With `lock` nobody else changes them until the transaction ends: every change of a document
 * changes the counters in the same transaction, so committed data is consistent.
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
      ...COUNTED.map((status) =>
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
  const isRight = (Object.keys(exact) as (keyof Counters)[]).every((counter) => retained[counter] === exact[counter]);
  return isRight ? undefined : exact;
};

type Counter =
  | ("document_count" | "pending_count" | "processing_count" | "failed_count")
  | ("chunk_count" | "token_count" | "size_bytes");

export type Counters = Pick<Selectable<CollectionsTable>, Counter>;

/** Sets the counters of one collection to what its documents say; false when they were right. */
export const recount = async (kysely: Kysely<Tables>, dialect: SqlDialect, collectionId: string): Promise<boolean> => {
  const exact = await findWrongCounters(kysely, collectionId, dialect === "mysql");
  if (exact === undefined) return false;
  await kysely.updateTable("collections").set(exact).where("id", "=", collectionId).execute();
  return true;
};

/**
 * Of the collections behind this id, in the order of ids, those whose counts by status are not what their documents say; and
 * the last one looked at, undefined at the end. Looks at the documents that are not ready, by an index.
 */
export const findWrongStatuses = async (kysely: Kysely<Tables>, after: string, limit: number) => {
  const rows = await kysely
    .selectFrom("collections")
    .select(["id", "pending_count", "processing_count", "failed_count"])
    .select((select) =>
      COUNTED.map((status) =>
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
    COUNTED.some((status) => Number(row[`${status}_count`]) !== Number(row[status]));
  return { wrong: rows.filter(isWrong).map(({ id }) => id), last: rows.length < limit ? undefined : rows.at(-1)!.id };
};
