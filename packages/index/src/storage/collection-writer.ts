import type { DatabaseSync, StatementSync } from "node:sqlite";
import { SqliteSpace } from "@quarry/plugin/sqlite";
import { ANALYZER_VERSION } from "@quarry/text";
import { PassageIndexError } from "../passages/passage-index-error.ts";
import type { Answers, WriteOperation } from "../passages/protocol.ts";
import { vectorIdOf } from "../passages/vector-id.ts";
import { PassageTable } from "./passage-table.ts";
import { MergedSegments } from "../merge/merged-segments.ts";
import {
  DOCUMENTS,
  openForWriting,
  PASSAGES,
  POSTINGS_VERSION,
  readState,
  SCHEMA_VERSION,
  type State,
  upgrade,
} from "./schema.ts";
import type { SegmentNumbers } from "./segment-store.ts";
import { VectorWriteTable } from "./vector-write-table.ts";

/** Passages per segment during a rebuild of the postings. Limits the memory. */
const REBUILD_PASSAGES = 4_096;

/** Operations on the contents of a collection, not on the file itself. */
export type DataOperation = Exclude<WriteOperation, { readonly kind: "open" | "ensure" | "drop" }>;

/** Whether the operation changes only the log of vector writes. */
const isLogOperation = ({ kind }: DataOperation): boolean =>
  kind === "beginVectors" || kind === "rollBackVectors" || kind === "settleVectors";

/**
 * Whether the operation can commit without a sync: it survives the end of this process, and the next synced commit
 * makes it durable. True for the log of vector writes, before and after a write, and for updated metadata, which a
 * separate operation makes durable.
 */
const needsNoSync = (operation: DataOperation): boolean => isLogOperation(operation) || operation.kind === "describe";

/** Another writer has changed the file, so the state in memory is outdated. The file must be opened again. */
export class StaleWriter extends Error {}

/** The postings have another version, and must be rebuilt before the file is opened. */
export class OutdatedPostings extends Error {}

/**
 * Writes one collection. After an error it must be closed and opened again, because its state in memory can be ahead of
 * the file.
 */
export class CollectionWriter {
  /** Disk space of the file. */
  readonly space: SqliteSpace;
  readonly #database: DatabaseSync;
  readonly #saveState: StatementSync;
  readonly #readVersion: StatementSync;
  readonly #passages: PassageTable;
  readonly #numbers: SegmentNumbers;
  /** Segments of passages, and of documents. */
  readonly #segments: MergedSegments;
  readonly #documents: MergedSegments;
  readonly #vectorWrites: VectorWriteTable;
  #version: number;

  /**
   * Opens or creates the file, recovers it, and rebuilds the postings if another version created them. Without
   * `mayRebuild` it throws `OutdatedPostings` instead.
   */
  constructor(path: string, collectionId: string, { make = false, mayRebuild = true } = {}) {
    this.#database = openForWriting(path, collectionId, make);
    try {
      // Checked before the lock is taken, which a rebuild in another thread holds nearly all the time.
      if (!mayRebuild && !areCurrent(readState(this.#database))) throw new OutdatedPostings();
      this.#database.exec("begin immediate");
      const state = readState(this.#database);
      if (state.schemaVersion > SCHEMA_VERSION) throw wrongSchema(path, state.schemaVersion);
      upgrade(this.#database, state.schemaVersion, collectionId);
      this.#saveState = this.#database.prepare(SAVE_STATE);
      this.#readVersion = this.#database.prepare("select version from state");
      // Increments the version: other writers of the file must notice that this one has recovered it.
      this.#version = state.version + 1;
      if (!areOfThisBuild(state)) this.#database.exec(CLEAR_POSTINGS);
      this.#passages = new PassageTable(this.#database, state.nextRow, state.nextDocument);
      this.#numbers = { next: state.nextSegment };
      this.#segments = new MergedSegments(this.#database, this.#numbers, PASSAGES);
      this.#documents = new MergedSegments(this.#database, this.#numbers, DOCUMENTS);
      this.#vectorWrites = new VectorWriteTable(this.#database);
      if (!areCurrent(state)) this.#rebuild();
      this.#saveAndCommit();
      this.space = new SqliteSpace(this.#database, path);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /**
   * Runs operations in one transaction and returns their results in order. If one of them requires it, the transaction
   * is durable on return. Throws `StaleWriter` before any change.
   */
  run(operations: readonly DataOperation[]): readonly unknown[] {
    if (!operations.every(needsNoSync)) return this.#runOne(operations);
    this.#database.exec("pragma synchronous = normal");
    const answers = this.#runOne(operations);
    this.#database.exec("pragma synchronous = full");
    return answers;
  }

  #runOne(operations: readonly DataOperation[]): readonly unknown[] {
    this.#begin();
    const answers = operations.map((operation) => this.#apply(operation));
    if (operations.every(isLogOperation)) this.#database.exec("commit");
    else {
      this.#flush();
      this.#commit();
    }
    return answers;
  }

  get needsMaintenance(): boolean {
    return this.#segments.needsWork || this.#documents.needsWork;
  }

  /** Runs one time slice of background work in its own transaction. Returns whether there is more. */
  maintain(milliseconds: number): boolean {
    if (!this.needsMaintenance) return false;
    this.#begin();
    this.#version++;
    const due = this.#documents.needsWork ? this.#documents : this.#segments;
    due.work(milliseconds, this.#version);
    this.#commit();
    return this.needsMaintenance;
  }

  close(): void {
    this.space.leave();
    this.#database.close();
  }

  #apply(operation: DataOperation): unknown {
    switch (operation.kind) {
      case "put":
        return this.#put(operation);
      case "removeGeneration":
        return this.#passages.removeGeneration(operation.documentId, operation.generation);
      case "describe":
        return this.#passages.documents.describe(operation.documentId, operation.generation, operation.shared);
      case "keep":
        // Nothing to do: the commit writes the state after everything that it must make durable.
        return undefined;
      case "removeDocument":
        return this.#passages.removeDocument(operation.documentId);
      case "removeIds":
        return this.#passages.removeIds(operation.ids).length;
      case "removeVectors": {
        const obsolete = this.#passages.removeIds(operation.ids, operation.expected);
        this.#vectorWrites.addObsolete(operation.version, obsolete);
        return { count: obsolete.length, obsolete } satisfies Answers["removeVectors"];
      }
      case "beginVectors":
        return this.#vectorWrites.begin(operation.version, operation.vectorIds);
      case "rollBackVectors":
        return this.#vectorWrites.rollBack(operation.version);
      case "settleVectors":
        return this.#vectorWrites.settle(operation.version);
    }
  }

  #put({ passages, completes, expected, terms }: Extract<DataOperation, { readonly kind: "put" }>): Answers["put"] {
    if (completes !== undefined && !this.#vectorWrites.isBegun(completes)) return undefined;
    if (expected?.some((version, at) => this.#passages.versionOf(passages[at]!.id) !== version)) return undefined;
    const obsolete: string[] = [];
    const built = terms && this.#passages.beginBuilt(terms);
    for (const passage of passages) {
      const vectorVersion = this.#passages.put(passage, built);
      // Two ids of one put can be equal once stored. The replaced passage then belongs to this write, and its vector is
      // not obsolete.
      if (vectorVersion === undefined || vectorVersion === completes) continue;
      if (completes !== undefined) obsolete.push(vectorIdOf({ id: passage.id, vectorVersion }));
    }
    if (completes !== undefined) this.#vectorWrites.complete(completes, obsolete);
    return obsolete;
  }

  #flush(): void {
    const { added, deleted } = this.#passages.takeChanges();
    this.#version++;
    this.#segments.change(added, deleted, this.#version);
    const documents = this.#passages.documents.flush();
    if (documents.added.count > 0 || documents.deleted.length > 0) {
      this.#documents.change([documents.added], documents.deleted, this.#version);
    }
  }

  /**
   * Indexes all passages again, with a commit per segment: a killed process loses one segment of the work, and the log
   * stays short. Until the end the file has the negated version, so that no other opening takes the postings for
   * complete.
   */
  #rebuild(): void {
    for (let after = this.#segments.lastRow; ;) {
      const builder = this.#passages.reindex(after, REBUILD_PASSAGES);
      if (builder.count === 0) break;
      after = builder.rows().rows.at(-1)!;
      this.#segments.add(builder);
      this.#documents.add(this.#passages.documents.flush().added);
      this.#saveAndCommit(-POSTINGS_VERSION);
      this.#begin();
    }
  }

  #begin(): void {
    this.#database.exec("begin immediate");
    if (Number(this.#readVersion.get()!["version"]) !== this.#version) throw new StaleWriter("the file has changed");
  }

  #commit(): void {
    this.#saveAndCommit();
    this.space.look();
  }

  #saveAndCommit(postingsVersion = POSTINGS_VERSION): void {
    const { nextRow, documents } = this.#passages;
    this.#saveState.run(postingsVersion, ANALYZER_VERSION, this.#version, nextRow, documents.next, this.#numbers.next);
    this.#database.exec("commit");
  }
}

/** Whether the postings have the versions of this build, complete or partly rebuilt. */
const areOfThisBuild = ({ postingsVersion, analyzerVersion }: State): boolean =>
  Math.abs(postingsVersion) === POSTINGS_VERSION && analyzerVersion === ANALYZER_VERSION;

const areCurrent = (state: State): boolean => areOfThisBuild(state) && state.postingsVersion > 0;

const wrongSchema = (path: string, version: number): PassageIndexError =>
  new PassageIndexError({
    reason: "internal",
    message: `${path} has tables of version ${version}, this build reads up to version ${SCHEMA_VERSION}`,
  });

const SAVE_STATE = `update state set postings_version = ?, analyzer_version = ?, version = ?, next_row = ?,
  next_document = ?, next_segment = ?`;
const CLEAR_POSTINGS = `delete from block; delete from segment; delete from segment_rows; delete from segment_terms;
  delete from segment_deleted; update document set facts = null`;
