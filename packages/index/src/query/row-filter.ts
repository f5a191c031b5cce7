import { compileFilter, type Filter, type FilterPredicate, type JsonObject } from "@quarry/plugin/domain";
import { passageFieldOf } from "../passages/access-filter.ts";

/** A document of the index, with the metadata that its passages share. */
export interface SharedMetadata {
  readonly documentId: string;
  readonly metadata: JsonObject;
}

/** Source of the metadata that a row filter reads; implementations cache both. */
export interface MetadataSource {
  readonly shared: (document: number) => SharedMetadata;
  /** Returns the passage's complete metadata. */
  readonly completeMetadata: (row: number) => JsonObject;
}

/**
 * Filter for single rows. If it only uses metadata shared by a document's passages, it evaluates each document once.
 */
export class RowFilter {
  /** Whether the filter uses only metadata that passages of a document share. */
  readonly #isShared: boolean;
  readonly #matches: FilterPredicate;
  readonly #source: MetadataSource;
  readonly #verdicts = new Map<number, boolean>();

  constructor(filter: Filter, source: MetadataSource) {
    this.#matches = compileFilter(filter);
    this.#source = source;
    // A path can be a literal key with dots, so any path that begins with a passage's field counts.
    this.#isShared = passageFieldOf(filter) === undefined;
  }

  /** Evaluates the filter for a passage, given by its row number and its document's number. */
  matches(row: number, document: number): boolean {
    if (!this.#isShared) return this.#matchesRow(row);
    let verdict = this.#verdicts.get(document);
    if (verdict === undefined) {
      const { documentId, metadata } = this.#source.shared(document);
      // Direct vectors share only the document id "".
      if (documentId === "") return this.#matchesRow(row);
      verdict = this.#matches(metadata);
      this.#verdicts.set(document, verdict);
    }
    return verdict;
  }

  #matchesRow(row: number): boolean {
    return this.#matches(this.#source.completeMetadata(row));
  }
}
