import { wordTerm } from "@quarry/text";
import { compareTerms, type EncodedTerm } from "../postings/encoded-term.ts";
import { forEachPosting, writePosting } from "../postings/posting-list.ts";
import { COLUMNS, isDeleted, makeSegmentRows, type SegmentRows } from "../postings/segment-rows.ts";
import type { TermBlockWriter } from "../postings/term-blocks.ts";
import { hasSkipBlocks } from "../postings/skip-blocks.ts";
import { TermFilter } from "../postings/term-filter.ts";
import { ByteReader, ByteWriter } from "../postings/varint.ts";
import { FIELD_VALUE_MARK_BYTES, isMarked, WORD_MARK, WORD_MARK_BYTES } from "../postings/word-entries.ts";

/** A segment as a merge reads it. */
export interface MergeSource {
  readonly rows: SegmentRows;
  /** Deleted when the merge begins; what is deleted later is the caller's to carry over. */
  readonly deleted: Uint8Array | undefined;
  /** Blocks in order; undefined at the end. */
  readonly nextBlock: () => Uint8Array | undefined;
}

/** Entries looked at between two looks at the clock. */
const ENTRIES_PER_CHECK = 64;

/**
 * Makes one segment of several that follow one another in time; deleted passages are left out. It works in slices, so
 * that a large merge never holds up the writer for long.
 */
export class SegmentMerge {
  readonly rows: SegmentRows;
  readonly #cursors: TermCursor[];
  readonly #holders: TermCursor[] = [];
  readonly #writer = new ByteWriter();
  /** The terms that are left, where passages are left out: a word goes with the last passage that holds it. */
  readonly #left: TermFilter | undefined;

  constructor(sources: readonly MergeSource[]) {
    const counts = sources.map(liveCount);
    this.rows = makeSegmentRows(counts.reduce((sum, count) => sum + count, 0));
    this.#left = sources.some(({ deleted }) => deleted !== undefined) ? new TermFilter() : undefined;
    let base = 0;
    this.#cursors = sources.map((source, index) => {
      const cursor = new TermCursor(source, base);
      copyRows(source, this.rows, base);
      base += counts[index]!;
      return cursor;
    });
  }

  /** Merges terms into `blocks` until `shouldPause` or the end; true at the end. Doesn't finish `blocks`. */
  run(blocks: TermBlockWriter, shouldPause: () => boolean): boolean {
    for (let entries = 1; ; entries++) {
      const holders = this.#nextHolders();
      if (holders.length === 0) return true;
      if (hasMark(holders[0]!.term, WORD_MARK_BYTES)) this.#mergeWord(holders, blocks);
      else this.#mergeTerm(holders, blocks);
      for (const holder of holders) holder.advance();
      if (entries % ENTRIES_PER_CHECK === 0 && shouldPause()) return false;
    }
  }

  /** Cursors at the smallest term that is left, in the order of the sources. */
  #nextHolders(): readonly TermCursor[] {
    const holders = this.#holders;
    holders.length = 0;
    for (const cursor of this.#cursors) {
      if (cursor.isAtEnd) continue;
      const order = holders.length === 0 ? 0 : compareTerms(cursor.term, holders[0]!.term);
      if (order > 0) continue;
      if (order < 0) holders.length = 0;
      holders.push(cursor);
    }
    return holders;
  }

  #mergeTerm(holders: readonly TermCursor[], blocks: TermBlockWriter): void {
    this.#writer.clear();
    let last = -1;
    let count = 0;
    for (const [index, holder] of holders.entries()) {
      const copied = holder.copyPostings(this.#writer, last, index + 1 < holders.length);
      if (copied.count > 0) last = copied.last;
      count += copied.count;
    }
    if (count === 0) return;
    const { term } = holders[0]!;
    blocks.addEncoded(term, count, this.#writer);
    if (this.#left !== undefined && !hasMark(term, FIELD_VALUE_MARK_BYTES)) this.#left.add(textOf(term));
  }

  /** The counts of words are about right: those of passages that are left out are not taken off. */
  #mergeWord(holders: readonly TermCursor[], blocks: TermBlockWriter): void {
    const { term } = holders[0]!;
    if (this.#left?.has(wordTerm(textOf(term).slice(WORD_MARK.length))) === false) return;
    let count = 0;
    for (const holder of holders) count += holder.count;
    this.#writer.clear();
    blocks.addEncoded(term, count, this.#writer);
  }
}

const hasMark = ({ bytes, start, end }: EncodedTerm, mark: Uint8Array): boolean =>
  isMarked(bytes, start, end - start, mark);

const textOf = ({ bytes, start, end }: EncodedTerm): string => bytes.toString("utf8", start, end);

const liveCount = ({ rows, deleted }: MergeSource): number => {
  let count = 0;
  for (let ordinal = 0; ordinal < rows.rows.length; ordinal++) if (!isDeleted(deleted, ordinal)) count++;
  return count;
};

const copyRows = ({ rows, deleted }: MergeSource, target: SegmentRows, base: number): void => {
  for (const column of COLUMNS) {
    let next = base;
    const from = rows[column];
    const to = target[column];
    for (let ordinal = 0; ordinal < from.length; ordinal++) {
      if (!isDeleted(deleted, ordinal)) to[next++] = from[ordinal]!;
    }
  }
};

interface CopiedPostings {
  readonly count: number;
  /** Ordinal of the last of them. */
  readonly last: number;
}

/** Walks over the terms of one source. */
class TermCursor {
  readonly #source: MergeSource;
  /** New ordinal of each old one; -1 for the deleted. */
  readonly #mapping: Int32Array;
  #reader = new ByteReader(new Uint8Array(0));
  #end = 0;
  /** Number that stands with the term: of its postings, or of a word's passages. */
  count = 0;
  isAtEnd = false;
  readonly term: { bytes: Buffer; start: number; end: number } = { bytes: Buffer.alloc(0), start: 0, end: 0 };

  constructor(source: MergeSource, base: number) {
    this.#source = source;
    this.#mapping = new Int32Array(source.rows.rows.length);
    let next = base;
    for (let ordinal = 0; ordinal < this.#mapping.length; ordinal++) {
      this.#mapping[ordinal] = isDeleted(source.deleted, ordinal) ? -1 : next++;
    }
    this.advance();
  }

  advance(): void {
    if (this.#reader.isAtEnd) {
      const block = this.#source.nextBlock();
      if (block === undefined) {
        this.isAtEnd = true;
        return;
      }
      this.#reader = new ByteReader(block);
      this.term.bytes = this.#reader.bytes;
    }
    const termLength = this.#reader.varint();
    this.term.start = this.#reader.offset;
    this.term.end = this.#reader.offset += termLength;
    this.count = this.#reader.varint();
    const byteLength = this.#reader.varint();
    // They are rebuilt for the merged list.
    const skipLength = hasSkipBlocks(this.count, byteLength) ? this.#reader.varint() : 0;
    this.#reader.offset += skipLength;
    this.#end = this.#reader.offset + byteLength;
  }

  /** Appends the postings of the current term behind the posting of ordinal `previous`. `last` is told where more are to follow. */
  copyPostings(writer: ByteWriter, previous: number, moreFollow: boolean): CopiedPostings {
    let last = previous;
    let count = 0;
    const mapping = this.#mapping;
    if (this.#source.deleted === undefined) return this.#shiftPostings(writer, previous, moreFollow);
    const { bytes, offset: start } = this.#reader;
    this.#reader.offset = this.#end;
    forEachPosting({ bytes, start, end: this.#end }, (ordinal, frequency) => {
      const mapped = mapping[ordinal]!;
      if (mapped < 0) return;
      writePosting(writer, last, mapped, frequency);
      last = mapped;
      count++;
    });
    return { count, last };
  }

  /**
   * Copies postings of a source without deletions. The distances stay as they are, so only the first posting is
   * rewritten.
   */
  #shiftPostings(writer: ByteWriter, previous: number, moreFollow: boolean): CopiedPostings {
    const reader = this.#reader;
    const code = reader.varint();
    const first = this.#mapping[(code >>> 1) - 1]!;
    writePosting(writer, previous, first, (code & 1) === 1 ? 1 : reader.varint());
    writer.append(reader.bytes, reader.offset, this.#end);
    if (!moreFollow) {
      reader.offset = this.#end;
      return { count: this.count, last: -1 };
    }
    let ordinal = (code >>> 1) - 1;
    while (reader.offset < this.#end) {
      const next = reader.varint();
      ordinal += next >>> 1;
      if ((next & 1) === 0) reader.varint();
    }
    return { count: this.count, last: this.#mapping[ordinal]! };
  }
}
