import { wordTerm } from "@quarry/text";
import { compareTerms, type EncodedTerm } from "../postings/encoded-term.ts";
import { forEachPosting, writePosting } from "../postings/posting-list.ts";
import { COLUMNS, isDeleted, makeSegmentRows, type SegmentRows } from "../postings/segment-rows.ts";
import { FIELD_VALUE, type Mark, WORD } from "../postings/marks.ts";
import { isTermAt, NO_POSTINGS, type TermBlockWriter } from "../postings/term-blocks.ts";
import { hasSkipBlocks } from "../postings/skip-blocks.ts";
import { TermFilter } from "../postings/term-filter.ts";
import { ByteReader, ByteWriter } from "../postings/varint.ts";

/** Segment as input of a merge. */
export interface MergeSource {
  readonly rows: SegmentRows;
  /** Deletion bitmap at the beginning of the merge. The caller carries over later deletions. */
  readonly deleted: Uint8Array | undefined;
  /** Returns the next block in order; undefined at the end. */
  readonly nextBlock: () => Uint8Array | undefined;
}

/** Entries merged between two checks of the clock. */
const ENTRIES_PER_CHECK = 64;

/**
 * Merges adjacent segments into one and drops deleted passages. Works in time slices, so a large merge does not block
 * the writer for long.
 */
export class SegmentMerge {
  readonly rows: SegmentRows;
  readonly #cursors: TermCursor[];
  readonly #minCursors: TermCursor[] = [];
  readonly #writer = new ByteWriter();
  /**
   * Filter of the remaining terms, if passages are dropped: a spelling word is removed with the last passage that
   * contains it.
   */
  readonly #remainingTerms: TermFilter | undefined;

  constructor(sources: readonly MergeSource[]) {
    const counts = sources.map(liveCount);
    this.rows = makeSegmentRows(counts.reduce((sum, count) => sum + count, 0));
    this.#remainingTerms = sources.some(({ deleted }) => deleted !== undefined) ? new TermFilter() : undefined;
    let base = 0;
    this.#cursors = sources.map((source, index) => {
      const cursor = new TermCursor(source, base);
      copyRows(source, this.rows, base);
      base += counts[index]!;
      return cursor;
    });
  }

  /**
   * Merges terms into `blocks` until `shouldPause` or the end. Returns whether it is complete. Doesn't finish `blocks`.
   */
  run(blocks: TermBlockWriter, shouldPause: () => boolean): boolean {
    for (let entries = 1; ; entries++) {
      const cursors = this.#nextMinCursors();
      if (cursors.length === 0) return true;
      if (hasMark(cursors[0]!.term, WORD)) this.#mergeWord(cursors, blocks);
      else this.#mergeTerm(cursors, blocks);
      for (const cursor of cursors) cursor.advance();
      if (entries % ENTRIES_PER_CHECK === 0 && shouldPause()) return false;
    }
  }

  /** Returns the cursors at the smallest remaining term, in the order of the sources. */
  #nextMinCursors(): readonly TermCursor[] {
    const cursors = this.#minCursors;
    cursors.length = 0;
    for (const cursor of this.#cursors) {
      if (cursor.isAtEnd) continue;
      const order = cursors.length === 0 ? 0 : compareTerms(cursor.term, cursors[0]!.term);
      if (order > 0) continue;
      if (order < 0) cursors.length = 0;
      cursors.push(cursor);
    }
    return cursors;
  }

  #mergeTerm(cursors: readonly TermCursor[], blocks: TermBlockWriter): void {
    this.#writer.clear();
    let last = -1;
    let count = 0;
    for (const [index, cursor] of cursors.entries()) {
      const copied = cursor.copyPostings(this.#writer, last, index + 1 < cursors.length);
      if (copied.count > 0) last = copied.last;
      count += copied.count;
    }
    if (count === 0) return;
    const { term } = cursors[0]!;
    blocks.addEncoded(term, count, this.#writer);
    if (this.#remainingTerms !== undefined && !hasMark(term, FIELD_VALUE)) this.#remainingTerms.add(textOf(term));
  }

  /** Word counts are approximate: those of dropped passages are not subtracted. */
  #mergeWord(cursors: readonly TermCursor[], blocks: TermBlockWriter): void {
    const { term } = cursors[0]!;
    if (this.#remainingTerms?.has(wordTerm(textOf(term).slice(WORD.text.length))) === false) return;
    let count = 0;
    for (const cursor of cursors) count += cursor.count;
    blocks.addEncoded(term, count, NO_POSTINGS);
  }
}

/** No text term begins with a mark: the character after the mark's first bytes would be invalid. */
const hasMark = ({ bytes, start, end }: EncodedTerm, mark: Mark): boolean =>
  end - start >= mark.bytes.length && isTermAt(bytes, start, mark.bytes);

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
  /** Ordinal of the last copied posting. */
  readonly last: number;
}

/** Iterates over the terms of one source. */
class TermCursor {
  readonly #source: MergeSource;
  /** New ordinal of each old one; -1 for deleted passages. */
  readonly #mapping: Int32Array;
  #reader = new ByteReader(new Uint8Array(0));
  #end = 0;
  /** Number stored with the term: of its postings, or of a word's passages. */
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
    // Skip blocks are rebuilt for the merged list.
    const skipLength = hasSkipBlocks(this.count, byteLength) ? this.#reader.varint() : 0;
    this.#reader.offset += skipLength;
    this.#end = this.#reader.offset + byteLength;
  }

  /**
   * Appends the postings of the current term after the posting of ordinal `previous`. `last` is only valid if
   * `moreFollow` is set.
   */
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
   * Copies the postings of a source without deletions. The deltas stay the same, so only the first posting is
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
