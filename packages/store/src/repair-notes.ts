/** Things that a repair counts, the first of them by id. */
export interface Named {
  readonly count: number;
  readonly ids: readonly string[];
}

/** Progress of a repair of a collection's index. */
export interface RepairNotes {
  /** Documents whose passages were made again of their originals. */
  readonly restoredDocuments: number;
  /** Documents whose passages are lost: their originals can't be read. */
  readonly lostDocuments: Named;
  /** Vectors that clients wrote which are lost, and were made again of their texts. */
  readonly remadeVectors: Named;
  /** Vectors that clients wrote which are lost. */
  readonly lostVectors: Named;
  /** Whether vectors that clients wrote and that nothing names any more may be lost. */
  readonly hasUnnamed: boolean;
}

/** Ids that are kept of each kind: enough to act on, few enough for a row of the database. */
const MOST_NAMED = 100;

const NOTHING: Named = { count: 0, ids: [] };

export const NO_NOTES: RepairNotes = {
  restoredDocuments: 0,
  lostDocuments: NOTHING,
  remadeVectors: NOTHING,
  lostVectors: NOTHING,
  hasUnnamed: false,
};

export const addNamed = (named: Named, ids: readonly string[]): Named =>
  ids.length === 0
    ? named
    : { count: named.count + ids.length, ids: [...named.ids, ...ids.slice(0, MOST_NAMED - named.ids.length)] };
