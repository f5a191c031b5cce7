/**
 * `model` embeds the stored texts again; `store` copies the existing vectors; `repair` rebuilds passages and vectors in
 * place from the remaining data.
 */
export type IndexChangeKind = "model" | "store" | "repair";

/**
 * - `restoring`: passages are being rebuilt; until that is complete the collection serves no queries
 * - `building`: the next index is being written, by the change and by all writers to the collection
 * - `verifying`: the next index is complete and is being compared
 * - `switched`: the next index is live; the previous one is retained, so that the change can be rolled back
 * - `done`: the next index is live, and the previous one is deleted
 * - `cancelled`, `failed`: the previous index remains live, unaffected
 * - `rolled_back`: the previous index is live again
 */
export type IndexChangeState =
  | "restoring"
  | "building"
  | "verifying"
  | "switched"
  | "done"
  | "cancelled"
  | "failed"
  | "rolled_back";

/** Changes of collections' indexes. Index definitions are JSON, with API keys encrypted by `SecretBox`. */
export interface IndexChangesTable {
  id: string;
  collection_id: string;
  kind: IndexChangeKind;
  state: IndexChangeState;
  from_place: string;
  to_place: string;
  from_generation: number;
  to_generation: number;
  rollback_of: string | null;
  gaps: number;
  passage_cursor: string | null;
  done_count: number;
  total_count: number;
  error: string | null;
  created_at: string;
  updated_at: string;
  finished_at: string | null;
  /** JSON of `RepairNotes`. Null unless the change is a repair. */
  repair: string | null;
}
