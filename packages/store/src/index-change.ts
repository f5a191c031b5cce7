import type { Selectable } from "kysely";
import { NO_NOTES, type RepairNotes } from "./repair-notes.ts";
import type { IndexChangeKind, IndexChangesTable, IndexChangeState } from "./index-change-tables.ts";

/** States in which writers write to the next index as well. */
export const OPEN_CHANGE_STATES: readonly IndexChangeState[] = ["restoring", "building", "verifying"];

/** States with work left: a switched change still retains the previous index. */
export const CURRENT_CHANGE_STATES: readonly IndexChangeState[] = [...OPEN_CHANGE_STATES, "switched"];

/** Location of an index, and the embedder of its vectors. */
export interface IndexDefinition {
  /** Name of the store in the config. */
  readonly vectorStore: string;
  readonly embeddingProvider: string;
  readonly embeddingModel: string;
  readonly dimension: number;
  /** Encrypted, like the collection's own. */
  readonly embeddingApiKey: string | null;
}

/** Stored change of a collection's index. Timestamps are ISO 8601 UTC. */
export interface IndexChangeRecord {
  readonly id: string;
  readonly collectionId: string;
  readonly kind: IndexChangeKind;
  readonly state: IndexChangeState;
  readonly from: IndexDefinition;
  readonly to: IndexDefinition;
  readonly fromNumber: number;
  readonly toNumber: number;
  /** Change that this one rolls back. Null if it is not a rollback. */
  readonly rollbackOf: string | null;
  /**
   * Number of writes that failed to reach the next index. While it increases, another pass looks for missing passages.
   */
  readonly gaps: number;
  /** Last passage processed in this pass. Null at its beginning. */
  readonly cursor: string | null;
  /** Passages processed in this pass, and their total number at its beginning. */
  readonly doneCount: number;
  readonly totalCount: number;
  readonly error: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Time at which it ended. A switched change has not ended. */
  readonly finishedAt: string | null;
  /** Null unless the change is a repair. */
  readonly repair: RepairNotes | null;
}

export type NewIndexChange = Pick<
  IndexChangeRecord,
  "id" | "collectionId" | "kind" | "from" | "to" | "fromNumber" | "toNumber" | "rollbackOf"
>;

export const indexChangeFromRow = (row: Selectable<IndexChangesTable>): IndexChangeRecord => ({
  id: row.id,
  collectionId: row.collection_id,
  kind: row.kind,
  state: row.state,
  from: JSON.parse(row.from_place) as IndexDefinition,
  to: JSON.parse(row.to_place) as IndexDefinition,
  fromNumber: row.from_generation,
  toNumber: row.to_generation,
  rollbackOf: row.rollback_of,
  gaps: Number(row.gaps),
  cursor: row.passage_cursor,
  doneCount: Number(row.done_count),
  totalCount: Number(row.total_count),
  error: row.error,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  finishedAt: row.finished_at,
  repair: row.repair === null ? null : (JSON.parse(row.repair) as RepairNotes),
});

export const newIndexChangeRow = (change: NewIndexChange, now: string): Selectable<IndexChangesTable> => ({
  id: change.id,
  collection_id: change.collectionId,
  kind: change.kind,
  state: "building",
  from_place: JSON.stringify(change.from),
  to_place: JSON.stringify(change.to),
  from_generation: change.fromNumber,
  to_generation: change.toNumber,
  rollback_of: change.rollbackOf,
  gaps: 0,
  passage_cursor: null,
  done_count: 0,
  total_count: 0,
  error: null,
  created_at: now,
  updated_at: now,
  finished_at: null,
  repair: change.kind === "repair" ? JSON.stringify(NO_NOTES) : null,
});
