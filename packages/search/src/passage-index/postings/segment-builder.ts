import { idPrefix, makeSegmentRows, type SegmentRows } from "./segment-rows.ts";
import { writePosting } from "./posting-list.ts";
import type { PassageTerms } from "./passage-terms.ts";
import type { TermBlockWriter } from "./term-blocks.ts";
import { ByteWriter } from "./varint.ts";

const NO_FACTS: readonly string[] = [];

interface TermPostings {
  readonly ordinals: number[];
  readonly frequencies: number[];
}

interface BuiltRow {
  readonly row: number;
  readonly id: string;
  readonly document: number;
  readonly length: number;
}

/** Collects the passages of one transaction and inverts them. */
export class SegmentBuilder {
  readonly #terms = new Map<string, TermPostings>();
  readonly #facts = new Map<string, TermPostings>();
  readonly #words = new Map<string, number>();
  readonly #rows: BuiltRow[] = [];

  get count(): number {
    return this.#rows.length;
  }

  /** Row numbers must ascend. `facts` are those of the row itself. Gives the passage's length. */
  add(
    { row, id, document }: Omit<BuiltRow, "length">,
    { terms, length, words }: PassageTerms,
    facts: readonly string[] = NO_FACTS,
  ): number {
    const ordinal = this.#rows.length;
    this.#rows.push({ row, id, document, length });
    for (const word of words) this.#words.set(word, (this.#words.get(word) ?? 0) + 1);
    for (const term of terms) addPosting(this.#terms, term, ordinal);
    for (const fact of facts) addPosting(this.#facts, fact, ordinal);
    return length;
  }

  rows(): SegmentRows {
    const columns = makeSegmentRows(this.#rows.length);
    for (const [ordinal, { row, id, document, length }] of this.#rows.entries()) {
      const prefix = idPrefix(id);
      columns.rows[ordinal] = row;
      columns.lengths[ordinal] = length;
      columns.documents[ordinal] = document;
      columns.idHigh[ordinal] = prefix.high;
      columns.idLow[ordinal] = prefix.low;
    }
    return columns;
  }

  writeTerms(blocks: TermBlockWriter): void {
    writeInOrder(this.#terms, (term, count, postings) => blocks.add(term, count, postings));
    writeInOrder(this.#facts, (fact, count, postings) => blocks.addFact(fact, count, postings));
    for (const word of [...this.#words.keys()].sort()) blocks.addWord(word, this.#words.get(word)!);
    blocks.finish();
  }
}

const addPosting = (terms: Map<string, TermPostings>, term: string, ordinal: number): void => {
  const postings = terms.get(term);
  if (postings === undefined) {
    terms.set(term, { ordinals: [ordinal], frequencies: [1] });
  } else if (postings.ordinals[postings.ordinals.length - 1] === ordinal) {
    postings.frequencies[postings.frequencies.length - 1]! += 1;
  } else {
    postings.ordinals.push(ordinal);
    postings.frequencies.push(1);
  }
};

const writeInOrder = (
  terms: ReadonlyMap<string, TermPostings>,
  write: (term: string, count: number, postings: ByteWriter) => void,
): void => {
  const writer = new ByteWriter();
  for (const term of [...terms.keys()].sort()) {
    const { ordinals, frequencies } = terms.get(term)!;
    writer.clear();
    let previous = -1;
    for (let index = 0; index < ordinals.length; index++) {
      writePosting(writer, previous, ordinals[index]!, frequencies[index]!);
      previous = ordinals[index]!;
    }
    write(term, ordinals.length, writer);
  }
};
