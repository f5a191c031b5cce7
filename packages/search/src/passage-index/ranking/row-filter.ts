import { compileFilter, type Filter, type FilterPredicate, type JsonObject } from "@quarry/plugin/domain";
import { PASSAGE_FIELDS } from "../split-metadata.ts";

/** Decides which passages may be returned. */
export interface RowSelector {
  /** Whether a decision costs next to nothing. */
  readonly isCheap: boolean;
  /** By the passage's row number and its document's number. */
  readonly matches: (row: number, document: number) => boolean;
}

/** A document of the index, with what its passages share. */
export interface SharedMetadata {
  readonly documentId: string;
  readonly metadata: JsonObject;
}

/** How a row filter reads what it needs; both are cached by whoever implements it. */
export interface MetadataSource {
  readonly shared: (document: number) => SharedMetadata;
  /** The passage's whole metadata. */
  readonly whole: (row: number) => JsonObject;
  /** Whether there are direct vectors, each with metadata of its own. */
  readonly hasDirect: () => boolean;
}

/**
 * A filter over rows. Where it asks only for what a document's passages share, each document is looked at once;
 * otherwise each passage is, when it comes up.
 */
export class RowFilter implements RowSelector {
  /** Whether most decisions are a look into a map. */
  readonly isCheap: boolean;
  /** Whether the filter asks only for what passages of a document share. */
  readonly isShared: boolean;
  readonly #matches: FilterPredicate;
  readonly #source: MetadataSource;
  readonly #verdicts = new Map<number, boolean>();

  constructor(filter: Filter, source: MetadataSource) {
    this.#matches = compileFilter(filter);
    this.#source = source;
    this.isShared = !readsPassageFields(filter);
    this.isCheap = this.isShared && !source.hasDirect();
  }

  matches(row: number, document: number): boolean {
    if (!this.isShared) return this.#ofRow(row);
    let verdict = this.#verdicts.get(document);
    if (verdict === undefined) {
      const { documentId, metadata } = this.#source.shared(document);
      // Direct vectors share nothing but the name "".
      if (documentId === "") return this.#ofRow(row);
      verdict = this.#matches(metadata);
      this.#verdicts.set(document, verdict);
    }
    return verdict;
  }

  #ofRow(row: number): boolean {
    return this.#matches(this.#source.whole(row));
  }
}

// A path may be a literal key with dots, so any path that begins with a passage's field counts.
const readsPassageFields = (filter: Filter): boolean =>
  filter.op === "and" || filter.op === "or"
    ? filter.filters.some(readsPassageFields)
    : PASSAGE_FIELDS.some((field) => filter.path === field || filter.path.startsWith(`${field}.`));
