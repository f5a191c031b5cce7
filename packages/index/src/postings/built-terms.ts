import type { Passage, PassageText } from "../passages/passage.ts";
import { splitMetadata } from "../passages/split-metadata.ts";
import { fieldValuesOf } from "./field-value-list.ts";
import { passageTerms } from "./passage-terms.ts";
import { type NewRow, type NewSegment, SegmentBuilder, toSegmentRows } from "./segment-builder.ts";
import type { SegmentRows } from "./segment-rows.ts";
import { TermBlockWriter } from "./term-blocks.ts";

/** Fields of a passage that are indexed. */
export type IndexedPassage = Pick<Passage, "documentId" | "metadata" | keyof PassageText>;

/** Inverted index of the passages of one put, built before they have row numbers. Their ordinals are their order. */
export interface BuiltTerms {
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  /** First term of each block. */
  readonly firstTerms: readonly string[];
  /** Length of each passage in terms. */
  readonly lengths: Uint32Array<ArrayBuffer>;
}

/** Returns the buffers that are transferred between threads with the terms. */
export const buffersOf = ({ blocks, lengths }: BuiltTerms): ArrayBuffer[] => [
  ...blocks.map(({ buffer }) => buffer),
  lengths.buffer,
];

const NO_ROW = { row: 0, id: "", document: 0 };

/** Analyses passages and builds their inverted index: more than half of the CPU time of writing them. */
export const buildTerms = (passages: readonly IndexedPassage[]): BuiltTerms => {
  const builder = new SegmentBuilder();
  const lengths = Uint32Array.from(passages, (passage) =>
    builder.add(NO_ROW, passageTerms(passage), fieldValuesOf(splitMetadata(passage).own.value)),
  );
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  const writer = new TermBlockWriter((data) => blocks.push(Uint8Array.from(data)));
  builder.writeTerms(writer);
  return { blocks, firstTerms: writer.firstTerms, lengths };
};

/** Segment of passages whose terms are already built. */
export class BuiltSegment implements NewSegment {
  readonly #terms: BuiltTerms;
  readonly #rows: NewRow[] = [];

  constructor(terms: BuiltTerms) {
    this.#terms = terms;
  }

  get count(): number {
    return this.#rows.length;
  }

  /** Adds the next passage of the put. Returns its length. */
  add(passage: Omit<NewRow, "length">): number {
    const length = this.#terms.lengths[this.#rows.length]!;
    this.#rows.push({ ...passage, length });
    return length;
  }

  rows(): SegmentRows {
    return toSegmentRows(this.#rows);
  }

  writeTerms(blocks: TermBlockWriter): void {
    const { firstTerms } = this.#terms;
    for (const [index, block] of this.#terms.blocks.entries()) blocks.addBlock(firstTerms[index]!, block);
  }
}
