import type { Effect } from "effect";
import type { Passage } from "./passage.ts";
import type { PassageIndexError } from "./passage-index-error.ts";

/** A write of clients' vectors that was begun and is not settled. */
export interface OpenVectorWrite {
  /** Its name, and the version of the vectors that it adds. */
  readonly version: string;
  /** Whether its passages have replaced the previous ones: then the write is completed, otherwise it is undone. */
  readonly isDone: boolean;
  /** Ids in the vector store of what it adds. */
  readonly added: readonly string[];
  /** Ids in the vector store of what is to be removed. */
  readonly obsolete: readonly string[];
  /** Time since it began or was done. Infinite where only this process, and those before it, can have begun it. */
  readonly ageMs: number;
}

export interface RemovedPassages {
  /** Number of log entries. */
  readonly count: number;
  /** Ids of their vectors in the vector store. */
  readonly obsolete: readonly string[];
}

/**
 * For each passage that a write puts, the version of the one that it takes the place of, "" of one without a version, and
 * null where there must be none.
 */
export type ExpectedVersions = readonly (string | null)[];

/**
 * Log that makes a write to two stores atomic. Vectors are written under a version that no passage names yet; one
 * transaction then replaces the previous passages by those that name it. Before that commit the write can be undone,
 * after it the write is completed, and the log says what has to be removed for either, whatever breaks in between. The
 * log is stored with the passages and changes with them.
 */
export interface VectorWriteLog {
  /**
   * Notes which vectors will be written. Outlives the process that wrote it, but not always the machine: a power cut at
   * this moment can leave vectors that nothing names.
   */
  readonly begin: (
    collectionId: string,
    version: string,
    vectorIds: readonly string[],
  ) => Effect.Effect<void, PassageIndexError>;
  /**
   * Puts the passages, which name `version`, as a whole. Gives the ids of the vectors that these replace; undefined, and
   * nothing is put, when the write was taken back, or when something else than what is `expected` stands in the place of
   * one of them.
   */
  readonly complete: (
    collectionId: string,
    version: string,
    passages: readonly Passage[],
    expected?: ExpectedVersions,
  ) => Effect.Effect<readonly string[] | undefined, PassageIndexError>;
  /** Removes passages by id, and notes under `version` which vectors are to go. What isn't as `expected` stays. */
  readonly remove: (
    collectionId: string,
    version: string,
    ids: readonly string[],
    expected?: ExpectedVersions,
  ) => Effect.Effect<RemovedPassages, PassageIndexError>;
  /** From here on a write that was begun can't be completed. False when it is complete already, or settled. */
  readonly takeBack: (collectionId: string, version: string) => Effect.Effect<boolean, PassageIndexError>;
  /** Forgets a write that left nothing to do. */
  readonly settle: (collectionId: string, version: string) => Effect.Effect<void, PassageIndexError>;
  /** All that is not settled. */
  readonly open: (collectionId: string) => Effect.Effect<readonly OpenVectorWrite[], PassageIndexError>;
  /** Collections in which a process that is gone may have left a write. */
  readonly collections: Effect.Effect<readonly string[], PassageIndexError>;
}

/** States of a log entry. */
export const ADDING = 0;
export const ADDED = 1;
export const OBSOLETE = 2;

export interface LogRow {
  readonly version: string;
  readonly kind: number;
  /** JSON. */
  readonly ids: string;
  readonly ageMs: number;
}

/** Writes of the rows that the log has of them. */
export const toOpenWrites = (rows: readonly LogRow[]): readonly OpenVectorWrite[] =>
  [...Map.groupBy(rows, ({ version }) => version)].map(([version, ofWrite]) => {
    const idsOf = (isWanted: (kind: number) => boolean): readonly string[] =>
      ofWrite.filter(({ kind }) => isWanted(kind)).flatMap(({ ids }) => JSON.parse(ids) as string[]);
    return {
      version,
      isDone: ofWrite.every(({ kind }) => kind !== ADDING),
      added: idsOf((kind) => kind !== OBSOLETE),
      obsolete: idsOf((kind) => kind === OBSOLETE),
      ageMs: Math.min(...ofWrite.map(({ ageMs }) => ageMs)),
    };
  });
