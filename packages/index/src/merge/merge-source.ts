import { forEachPosting, writePosting } from "../postings/posting-list.ts";
import { COLUMNS, isDeleted, type SegmentRows } from "../postings/segment-rows.ts";
import { hasSkipBlocks } from "../postings/skip-blocks.ts";
import { ByteReader, type ByteWriter } from "../postings/varint.ts";
import type { Segment, SegmentStore } from "../storage/segment-store.ts";

interface CopiedPostings {
  readonly count: number;
  /** Ordinal of the last copied posting. */
  readonly last: number;
}

/** Segment as input of a merge: iterates over its terms. */
export class MergeSource {
  readonly segment: Segment;
  readonly rows: SegmentRows;
  /** Deletion bitmap at the beginning of the merge. The caller carries over later deletions. */
  readonly deleted: Uint8Array | undefined;
  /** Ordinal in the merged segment after those of this source. */
  readonly endOrdinal: number;
  readonly #segments: SegmentStore;
  /** New ordinal of each old one; -1 for deleted passages. */
  readonly #mapping: Int32Array;
  #nextBlock = 0;
  #reader = new ByteReader(new Uint8Array(0));
  #end = 0;
  /** Number stored with the term: of its postings, or of a word's passages. */
  count = 0;
  isAtEnd = false;
  readonly term: { bytes: Buffer; start: number; end: number } = { bytes: Buffer.alloc(0), start: 0, end: 0 };

  /** `base` is the ordinal of the first passage in the merged segment. */
  constructor(segments: SegmentStore, segment: Segment, base: number) {
    this.#segments = segments;
    this.segment = segment;
    this.rows = segments.rowsOf(segment);
    this.deleted = segments.deletedOf(segment);
    this.#mapping = new Int32Array(this.rows.rows.length);
    let next = base;
    for (let ordinal = 0; ordinal < this.#mapping.length; ordinal++) {
      this.#mapping[ordinal] = isDeleted(this.deleted, ordinal) ? -1 : next++;
    }
    this.endOrdinal = next;
    this.advance();
  }

  /** Copies the passages that are not deleted. */
  copyRows(target: SegmentRows): void {
    for (const column of COLUMNS) {
      const from = this.rows[column];
      const to = target[column];
      for (let ordinal = 0; ordinal < from.length; ordinal++) {
        const mapped = this.#mapping[ordinal]!;
        if (mapped >= 0) to[mapped] = from[ordinal]!;
      }
    }
  }

  advance(): void {
    if (this.#reader.isAtEnd) {
      const block = this.#segments.block(this.segment, this.#nextBlock++);
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
    if (this.deleted === undefined) return this.#shiftPostings(writer, previous, moreFollow);
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
