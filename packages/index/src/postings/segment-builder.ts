import { CollectedPostings } from "./collected-postings.ts";
import { idPrefix, makeSegmentRows, type SegmentRows } from "./segment-rows.ts";
import type { PassageTerms } from "./passage-terms.ts";
import { FIELD_VALUE, WORD } from "./marks.ts";
import { NO_POSTINGS, type TermBlockWriter } from "./term-blocks.ts";

/** A passage of a new segment. */
export interface NewRow {
  readonly row: number;
  readonly id: string;
  readonly document: number;
  /** Length in terms. */
  readonly length: number;
}

/** Passages of one transaction that become a segment, with their inverted index. */
export interface NewSegment {
  /** Number of passages. */
  readonly count: number;
  rows(): SegmentRows;
  writeTerms(blocks: TermBlockWriter): void;
}

/** Collects the passages of one transaction and builds their inverted index. */
export class SegmentBuilder implements NewSegment {
  readonly #terms = new CollectedPostings();
  readonly #fieldValues = new CollectedPostings();
  readonly #words = new Map<string, number>();
  readonly #rows: NewRow[] = [];

  get count(): number {
    return this.#rows.length;
  }

  /**
   * Adds a passage. Row numbers must ascend. `fieldValues` are those of the row itself. Returns the passage's length.
   */
  add(
    { row, id, document }: Omit<NewRow, "length">,
    { terms, length, words }: PassageTerms,
    fieldValues: readonly string[],
  ): number {
    const ordinal = this.#rows.length;
    this.#rows.push({ row, id, document, length });
    for (const word of words) this.#words.set(word, (this.#words.get(word) ?? 0) + 1);
    for (const term of terms) this.#terms.add(term, ordinal);
    for (const value of fieldValues) this.#fieldValues.add(value, ordinal);
    return length;
  }

  rows(): SegmentRows {
    return toSegmentRows(this.#rows);
  }

  writeTerms(blocks: TermBlockWriter): void {
    this.#terms.writeInOrder((term, count, postings) => blocks.add(term, count, postings));
    this.#fieldValues.writeInOrder((value, count, postings) => blocks.add(value, count, postings, FIELD_VALUE));
    for (const word of [...this.#words.keys()].sort()) blocks.add(word, this.#words.get(word)!, NO_POSTINGS, WORD);
    blocks.finish();
  }
}

export const toSegmentRows = (rows: readonly NewRow[]): SegmentRows => {
  const columns = makeSegmentRows(rows.length);
  for (const [ordinal, { row, id, document, length }] of rows.entries()) {
    const prefix = idPrefix(id);
    columns.rows[ordinal] = row;
    columns.lengths[ordinal] = length;
    columns.documents[ordinal] = document;
    columns.idHigh[ordinal] = prefix.high;
    columns.idLow[ordinal] = prefix.low;
  }
  return columns;
};
