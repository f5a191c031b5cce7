import type { JsonObject } from "@quarry/plugin/domain";
import type { Selectable } from "kysely";
import type { OperationsTable, OperationState } from "./tables.ts";

/** Item for which an operation failed, and the reason. */
export interface OperationProblem {
  readonly id: string;
  readonly error: string;
}

/** Bulk operation on items of a collection: those that existed when it started. Timestamps are ISO 8601 UTC. */
export interface OperationRecord {
  readonly id: string;
  readonly collectionId: string;
  /** Name of the collection at the start. */
  readonly collectionName: string;
  /** Kind of the operation; each has its own parameters. */
  readonly kind: string;
  readonly state: OperationState;
  readonly parameters: JsonObject;
  /** Number of items at its start. Items neither done nor failed are still pending. */
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** First problems, up to `MAX_PROBLEMS`. */
  readonly errors: readonly OperationProblem[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly finishedAt: string | null;
}

export type NewOperation = Pick<
  OperationRecord,
  "id" | "collectionId" | "collectionName" | "kind" | "parameters" | "total"
>;

/** Outcome of some items. */
export interface OperationStep {
  readonly done: number;
  readonly problems: readonly OperationProblem[];
  /** Items that replace these as still pending, if not all items were known at the start. */
  readonly next?: readonly string[] | undefined;
  /**
   * Whether the work was done outside the transaction and is recorded afterwards. It counts even if the operation was
   * cancelled meanwhile.
   */
  readonly isDone?: boolean | undefined;
}

/** Problems stored per operation: more would not be read. */
export const MAX_PROBLEMS = 100;

export const operationFromRow = (row: Selectable<OperationsTable>): OperationRecord => ({
  id: row.id,
  collectionId: row.collection_id,
  collectionName: row.collection_name,
  kind: row.kind,
  state: row.state,
  parameters: JSON.parse(row.parameters) as JsonObject,
  total: row.total_count,
  done: row.done_count,
  failed: row.failed_count,
  errors: JSON.parse(row.errors) as readonly OperationProblem[],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  finishedAt: row.finished_at,
});

export const newOperationRow = (operation: NewOperation, now: string): Selectable<OperationsTable> => ({
  id: operation.id,
  collection_id: operation.collectionId,
  collection_name: operation.collectionName,
  kind: operation.kind,
  state: "running",
  parameters: JSON.stringify(operation.parameters),
  total_count: operation.total,
  done_count: 0,
  failed_count: 0,
  errors: "[]",
  created_at: now,
  updated_at: now,
  finished_at: null,
});
