import { compileFilter, type Filter, type FilterPredicate, type JsonObject } from "@quarry/plugin/domain";
import { PASSAGE_FIELDS } from "../passages/split-metadata.ts";
import type { RankedRow } from "./ranked-row.ts";

/** Decides which passages may be returned, one by one. */
export interface RowSelector {
  readonly matches: (row: RankedRow) => boolean;
}

/** A document of the index, with what its passages share. */
export interface SharedMetadata {
  readonly documentId: string;
  readonly metadata: JsonObject;
}

/** Source of the metadata that a row filter reads; implementations cache both. */
export interface MetadataSource {
  readonly shared: (document: number) => SharedMetadata;
  /** The passage's whole metadata. */
  readonly whole: (row: number) => JsonObject;
}

/**
 * A filter that is asked about single rows. Where it asks only for what a document's passages share, each document is looked
 * at once.
 */
export class RowFilter {
  /** Whether the filter uses only metadata that passages of a document share. */
  readonly isShared: boolean;
  readonly #matches: FilterPredicate;
  readonly #source: MetadataSource;
  readonly #verdicts = new Map<number, boolean>();

  constructor(filter: Filter, source: MetadataSource) {
    this.#matches = compileFilter(filter);
    this.#source = source;
    this.isShared = !readsPassageFields(filter);
  }

  /** By the passage's row number and its document's number. */
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
