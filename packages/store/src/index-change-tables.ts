/**
 * `model` embeds the stored texts again; `store` copies the vectors that there are; `repair` makes passages and vectors again
 * where they are, of what is left.
 */
export type IndexChangeKind = "model" | "store" | "repair";

/**
 * - `restoring`: passages are made again; until they are all there the collection answers nothing
 * - `building`: the next index is being written, by the change and by whoever writes to the collection
 * - `verifying`: it is complete, and is being compared
 * - `switched`: it answers; the previous one is kept, so that the change can be rolled back
 * - `done`: it answers, and the previous one is dropped
 * - `cancelled`, `failed`: the previous one goes on answering, as if nothing had been
 * - `rolled_back`: the previous one answers again
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

/** Changes of collections' indexes. Places are JSON, with their API keys sealed by `SecretBox`. */
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
  /** JSON of `RepairNotes`; null for all changes but repairs. */
  repair: string | null;
}
