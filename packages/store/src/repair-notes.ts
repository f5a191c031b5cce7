/** Count of items in a repair, and the ids of the first ones. */
export interface Named {
  readonly count: number;
  readonly ids: readonly string[];
}

/** Progress of a repair of a collection's index. */
export interface RepairNotes {
  /** Number of documents whose passages were rebuilt from their originals. */
  readonly restoredDocuments: number;
  /** Documents whose passages are lost because their originals can't be read. */
  readonly lostDocuments: Named;
  /** Lost vectors written by clients, re-created from their texts. */
  readonly remadeVectors: Named;
  /** Lost vectors written by clients. */
  readonly lostVectors: Named;
  /** Whether vectors written by clients may be lost that no record refers to any more. */
  readonly hasUnnamed: boolean;
}

/** Ids stored per kind: enough to act on, few enough for a database row. */
const MAX_NAMED_IDS = 100;

const NONE_NAMED: Named = { count: 0, ids: [] };

export const NO_NOTES: RepairNotes = {
  restoredDocuments: 0,
  lostDocuments: NONE_NAMED,
  remadeVectors: NONE_NAMED,
  lostVectors: NONE_NAMED,
  hasUnnamed: false,
};

export const addNamed = (named: Named, ids: readonly string[]): Named =>
  ids.length === 0
    ? named
    : { count: named.count + ids.length, ids: [...named.ids, ...ids.slice(0, MAX_NAMED_IDS - named.ids.length)] };
