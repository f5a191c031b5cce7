import type { Effect } from "effect";
import type { Passage } from "./passage.ts";
import type { PassageIndexError } from "./passage-index-error.ts";

/** A write of clients' vectors that has begun and is not settled. */
export interface OpenVectorWrite {
  /** Id of the write, and the version of the vectors that it adds. */
  readonly version: string;
  /** Whether its passages have replaced the previous ones: then the write is completed, otherwise it is undone. */
  readonly isDone: boolean;
  /** Ids of the added vectors in the vector store. */
  readonly added: readonly string[];
  /** Ids of the vectors to remove from the vector store. */
  readonly obsolete: readonly string[];
  /** Time since the write began or was completed. Infinite if only this process or an earlier one can have begun it. */
  readonly ageMs: number;
}

export interface RemovedPassages {
  /** Number of log entries. */
  readonly count: number;
  /** Ids of their vectors in the vector store. */
  readonly obsolete: readonly string[];
}

/**
 * Expected version of the passage that each written one replaces: "" for one without a version, null if there must be
 * none.
 */
export type ExpectedVersions = readonly (string | null)[];

/**
 * Log that makes a write to two stores atomic. Vectors are written under a version that no passage refers to yet. One
 * transaction then replaces the previous passages by those that refer to it. Before that commit the write can be
 * undone, after it the write is completed. For both cases the log records which vectors must be removed, whatever fails
 * in between. The log is stored with the passages and changes with them.
 */
export interface VectorWriteLog {
  /**
   * Records which vectors will be written. The entry survives a crash of the process, but not always of the machine: a
   * power failure at this moment can leave vectors that nothing refers to.
   */
  readonly begin: (
    collectionId: string,
    version: string,
    vectorIds: readonly string[],
  ) => Effect.Effect<void, PassageIndexError>;
  /**
   * Writes the passages, which refer to `version`, atomically. Returns the ids of the vectors that they replace.
   * Returns undefined and writes nothing if the write was rolled back, or if one of the current passages is not as
   * `expected`.
   */
  readonly complete: (
    collectionId: string,
    version: string,
    passages: readonly Passage[],
    expected?: ExpectedVersions,
  ) => Effect.Effect<readonly string[] | undefined, PassageIndexError>;
  /**
   * Removes passages by id, and records under `version` which vectors must be removed. Passages that are not as
   * `expected` stay.
   */
  readonly remove: (
    collectionId: string,
    version: string,
    ids: readonly string[],
    expected?: ExpectedVersions,
  ) => Effect.Effect<RemovedPassages, PassageIndexError>;
  /** Rolls back a write: from now on it can't be completed. Returns false if it is already complete or settled. */
  readonly rollBack: (collectionId: string, version: string) => Effect.Effect<boolean, PassageIndexError>;
  /** Deletes the entry of a write with nothing left to do. */
  readonly settle: (collectionId: string, version: string) => Effect.Effect<void, PassageIndexError>;
  /** Returns all writes that are not settled. */
  readonly open: (collectionId: string) => Effect.Effect<readonly OpenVectorWrite[], PassageIndexError>;
  /** Collections in which an ended process can have left a write. */
  readonly collections: Effect.Effect<readonly string[], PassageIndexError>;
}

/** States of a log entry. */
export const ADDING = 0;
export const ADDED = 1;
export const OBSOLETE = 2;

export interface LogRow {
  readonly version: string;
  readonly kind: number;
  /** Vector ids as JSON. */
  readonly ids: string;
  readonly ageMs: number;
}

/** Groups log rows by write. */
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
