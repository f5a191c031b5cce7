import { wordTerm } from "@quarry/text";
import { compareTerms, type EncodedTerm } from "../postings/encoded-term.ts";
import { FIELD_VALUE, type Mark, WORD } from "../postings/marks.ts";
import { isDeleted, makeSegmentRows, type SegmentRows } from "../postings/segment-rows.ts";
import { isTermAt, NO_POSTINGS, type TermBlockWriter } from "../postings/term-blocks.ts";
import { TermFilter } from "../postings/term-filter.ts";
import { ByteWriter } from "../postings/varint.ts";
import type { DeletedRow, Segment, SegmentStore } from "../storage/segment-store.ts";
import { MergeSource } from "./merge-source.ts";

/** Entries merged between two checks of the clock. */
const ENTRIES_PER_CHECK = 64;

/**
 * Merges adjacent segments into one and drops deleted passages. Works in time slices, each in a transaction, so a large
 * merge does not block the writer for long.
 */
export class RunningMerge {
  readonly #segments: SegmentStore;
  readonly #sources: MergeSource[] = [];
  readonly #rows: SegmentRows;
  readonly #number: number;
  readonly #blocks: TermBlockWriter;
  readonly #minSources: MergeSource[] = [];
  readonly #writer = new ByteWriter();
  /**
   * Filter of the remaining terms, if passages are dropped: a spelling word is removed with the last passage that
   * contains it.
   */
  readonly #remainingTerms: TermFilter | undefined;

  /** Must be called inside a transaction, like `run`. */
  constructor(segments: SegmentStore, sources: readonly Segment[]) {
    this.#segments = segments;
    let count = 0;
    for (const segment of sources) {
      const source = new MergeSource(segments, segment, count);
      this.#sources.push(source);
      count = source.endOrdinal;
    }
    this.#rows = makeSegmentRows(count);
    for (const source of this.#sources) source.copyRows(this.#rows);
    if (this.#sources.some(({ deleted }) => deleted !== undefined)) this.#remainingTerms = new TermFilter();
    const { number, blocks } = segments.begin();
    this.#number = number;
    this.#blocks = blocks;
  }

  /** Works until the deadline (as of `performance.now`) or the end. Returns whether it is complete. */
  run(deadline: number, version: number): boolean {
    if (!this.#mergeTerms(deadline)) return false;
    // Sources whose last passage was deleted meanwhile are no longer live.
    const live = this.#sources.map(({ segment }) => segment).filter((segment) => this.#segments.live.includes(segment));
    const lateDeletions = this.#sources.flatMap((source) => this.#deletedSince(source));
    this.#segments.finish(this.#number, this.#blocks, this.#rows, live);
    if (lateDeletions.length > 0) this.#segments.markDeleted(lateDeletions, version);
    return true;
  }

  /** Row from which on all passages are newer than the merged ones. */
  get endRow(): number {
    return this.#sources.at(-1)!.rows.rows.at(-1)! + 1;
  }

  #deletedSince({ segment, rows, deleted }: MergeSource): DeletedRow[] {
    const isDead = !this.#segments.live.includes(segment);
    const currentlyDeleted = this.#segments.deletedOf(segment);
    const lateDeletions: DeletedRow[] = [];
    for (const [ordinal, row] of rows.rows.entries()) {
      if (isDeleted(deleted, ordinal) || !(isDead || isDeleted(currentlyDeleted, ordinal))) continue;
      lateDeletions.push({ row, length: rows.lengths[ordinal]! });
    }
    return lateDeletions;
  }

  #mergeTerms(deadline: number): boolean {
    for (let entries = 1; ; entries++) {
      const sources = this.#nextMinSources();
      if (sources.length === 0) return true;
      if (hasMark(sources[0]!.term, WORD)) this.#mergeWord(sources);
      else this.#mergeTerm(sources);
      for (const source of sources) source.advance();
      if (entries % ENTRIES_PER_CHECK === 0 && performance.now() >= deadline) return false;
    }
  }

  /** Returns the sources at the smallest remaining term, in order. */
  #nextMinSources(): readonly MergeSource[] {
    const sources = this.#minSources;
    sources.length = 0;
    for (const source of this.#sources) {
      if (source.isAtEnd) continue;
      const order = sources.length === 0 ? 0 : compareTerms(source.term, sources[0]!.term);
      if (order > 0) continue;
      if (order < 0) sources.length = 0;
      sources.push(source);
    }
    return sources;
  }

  #mergeTerm(sources: readonly MergeSource[]): void {
    this.#writer.clear();
    let last = -1;
    let count = 0;
    for (const [index, source] of sources.entries()) {
      const copied = source.copyPostings(this.#writer, last, index + 1 < sources.length);
      if (copied.count > 0) last = copied.last;
      count += copied.count;
    }
    if (count === 0) return;
    const { term } = sources[0]!;
    this.#blocks.addEncoded(term, count, this.#writer);
    if (this.#remainingTerms !== undefined && !hasMark(term, FIELD_VALUE)) this.#remainingTerms.add(textOf(term));
  }

  /** Word counts are approximate: those of dropped passages are not subtracted. */
  #mergeWord(sources: readonly MergeSource[]): void {
    const { term } = sources[0]!;
    if (this.#remainingTerms?.has(wordTerm(textOf(term).slice(WORD.text.length))) === false) return;
    let count = 0;
    for (const source of sources) count += source.count;
    this.#blocks.addEncoded(term, count, NO_POSTINGS);
  }
}

/** No text term begins with a mark: the character after the mark's first bytes would be invalid. */
const hasMark = ({ bytes, start, end }: EncodedTerm, mark: Mark): boolean =>
  end - start >= mark.bytes.length && isTermAt(bytes, start, mark.bytes);

const textOf = ({ bytes, start, end }: EncodedTerm): string => bytes.toString("utf8", start, end);
