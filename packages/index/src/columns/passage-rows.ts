import type { Filter, FilterCondition, FilterScalar } from "@quarry/plugin/domain";
import { nullElementWord, presentWord, valueWord } from "@quarry/plugin/facts";
import { isPlain } from "../postings/field-value-list.ts";
import { addPostings } from "../postings/posting-list.ts";
import type { SegmentView } from "../query/index-view.ts";
import { isSliceOver, type Sliced } from "../vectors/read/sliced.ts";
import { keyFor } from "./column-kinds.ts";
import { isRange } from "./condition-table.ts";
import {
  type AnsweredRows,
  combineRows,
  complementRows,
  filterRows,
  matchesMissing,
  type RowSource,
  unlikeMissing,
} from "./filter-rows.ts";
import type { FieldValueView, SegmentSource } from "./posting-source.ts";
import { unite, countOf, intersect, makeBits, numbersOf, subtract, type RowBits, invert } from "./row-bits.ts";
import { addDocumentsOf, addPassagesOf, layoutOf, type RowLayout } from "./row-layout.ts";
import { RowSet } from "./row-set.ts";

/**
 * Number of values from which the path's column is read and cached. Reading the postings of each value would take
 * longer.
 */
const MANY_VALUES = 16;
/** Above 1/FEW_DOCUMENTS of all documents it is faster to check for each passage whether its document is in the set. */
const FEW_DOCUMENTS = 32;

/**
 * Rows by document number as long as only metadata shared by passages is involved, otherwise passages by their position
 * in the layout.
 */
interface SpaceRows extends AnsweredRows {
  readonly of: "documents" | "passages";
}

/** Returns the rows of a segment whose answer differs from that of rows without a value at the path. */
type RowsOfSegment = (segment: SegmentView) => Sliced<AnsweredRows>;

/** Returns the passages of a view that match a filter, using the postings of their metadata. */
export function* passageRows(filter: Filter, view: FieldValueView, source: SegmentSource): Sliced<RowSet> {
  const rows = new PassageRows(view, source);
  return rows.finish(yield* filterRows(filter, rows));
}

class PassageRows implements RowSource<SpaceRows> {
  readonly #view: FieldValueView;
  readonly #layout: RowLayout;
  readonly #source: SegmentSource;

  constructor(view: FieldValueView, source: SegmentSource) {
    this.#view = view;
    this.#layout = layoutOf(view.passages);
    this.#source = source;
  }

  finish(found: SpaceRows): RowSet {
    const { live } = this.#layout;
    const { yes, maybe } = this.#toPassages(found);
    intersect(maybe, live);
    if (yes !== maybe) intersect(yes, live);
    return new RowSet(this.#view.passages, this.#layout, maybe, yes);
  }

  *where(path: string, conditions: readonly FilterCondition[], isAnd: boolean): Sliced<SpaceRows> {
    if (!isStored(path))
      return { of: "passages", yes: new Uint32Array(this.#layout.live.length), maybe: this.#layout.live.slice() };
    if (!conditions.every(isPosted)) {
      const rowsOf = (segment: SegmentView) => this.#byColumn(segment, conditions, isAnd);
      return yield* this.#collect(path, rowsOf, matchesMissing(conditions, isAnd));
    }
    const parts: SpaceRows[] = [];
    for (const condition of conditions) {
      const rowsOf = (segment: SegmentView) => this.#byPostings(segment, condition);
      parts.push(yield* this.#collect(path, rowsOf, matchesMissing([condition], isAnd)));
    }
    return this.combine(parts, isAnd);
  }

  combine(parts: readonly SpaceRows[], isAnd: boolean): SpaceRows {
    const of = parts.some((part) => part.of === "passages") ? "passages" : "documents";
    return { of, ...combineRows(of === "passages" ? parts.map((part) => this.#toPassages(part)) : parts, isAnd) };
  }

  *#byColumn(segment: SegmentView, conditions: readonly FilterCondition[], isAnd: boolean): Sliced<AnsweredRows> {
    const column = this.#source.column(segment, keyFor(conditions[0]!.path, conditions));
    if (conditions.some(isRange)) {
      // Segments are immutable and their columns are queried often, so the full order pays off.
      column.order.requestSort(0);
      while (!column.order.continueSort()) yield;
    }
    return unlikeMissing(column, yield* column.kind.answer(column, conditions, isAnd), { from: 0, to: column.rows });
  }

  /** Returns the rows from postings, without reading a column first. */
  // eslint-disable-next-line require-yield
  *#byPostings(segment: SegmentView, condition: PostedCondition): Sliced<AnsweredRows> {
    const { path } = condition;
    const yes = makeBits(segment.rows.length);
    if (condition.op === "exists" || (condition.op === "eq" && condition.value === null)) {
      this.#addRowsWith(segment, presentWord(path), yes);
      if (condition.op === "exists") return { yes, maybe: yes };
      const withNull = makeBits(segment.rows.length);
      this.#addRowsWith(segment, nullElementWord(path), withNull);
      return { yes: subtract(yes, withNull), maybe: yes };
    }
    const values = condition.op === "in" ? condition.values : [condition.value as FilterScalar];
    const isExact = values.every(isOneTerm);
    const maybe = isExact ? yes : makeBits(segment.rows.length);
    for (const value of values) {
      this.#addRowsWith(segment, valueWord(path, value).toWellFormed(), isOneTerm(value) ? yes : maybe);
    }
    return { yes, maybe: isExact ? yes : unite(maybe, yes) };
  }

  #addRowsWith(segment: SegmentView, valueTerm: string, bits: RowBits): void {
    const rows = this.#source.rowsWith(segment, valueTerm);
    if (rows !== undefined) addPostings(rows, bits);
  }

  /**
   * Returns the rows of all segments whose answer differs from that of rows without a value at the path: from metadata
   * shared by a document, and from the passages' own.
   */
  *#collect(path: string, rowsOf: RowsOfSegment, isComplement: boolean): Sliced<SpaceRows> {
    const { words, documents } = this.#layout;
    const { passages, documents: ofDocuments } = this.#view;
    const shared = yield* this.#gather(ofDocuments, path, rowsOf, {
      size: documents,
      add: (segment, rows, into) => addDocumentsOf(ofDocuments[segment]!, rows, into),
    });
    const own = yield* this.#gather(passages.segments, path, rowsOf, {
      size: words.at(-1)! << 5,
      add: (segment, rows, into) => into.set(rows, words[segment]),
    });
    const parts: SpaceRows[] = own === undefined ? [] : [{ of: "passages", ...own }];
    if (shared !== undefined || own === undefined) parts.push({ of: "documents", ...(shared ?? noRows(documents)) });
    const found = parts.length === 1 ? parts[0]! : this.combine(parts, false);
    return isComplement ? { of: found.of, ...complementRows(found) } : found;
  }

  /** Merges the rows of several segments. Returns undefined if none of them can have a value at the path. */
  *#gather(
    segments: readonly SegmentView[],
    path: string,
    rowsOf: RowsOfSegment,
    { size, add }: GatheredRows,
  ): Sliced<AnsweredRows | undefined> {
    let found: AnsweredRows | undefined;
    for (const [index, segment] of segments.entries()) {
      if (isSliceOver()) yield;
      if (!this.#source.mayContain(segment, path)) continue;
      const { yes, maybe } = yield* rowsOf(segment);
      found ??= noRows(size);
      if (yes !== maybe && found.yes === found.maybe) found = { yes: found.yes, maybe: found.yes.slice() };
      add(index, yes, found.yes);
      if (found.yes !== found.maybe) add(index, maybe, found.maybe);
    }
    return found;
  }

  #toPassages(rows: SpaceRows): AnsweredRows {
    if (rows.of === "passages") return rows;
    const maybe = this.#passagesOf(rows.maybe);
    return { maybe, yes: rows.yes === rows.maybe ? maybe : this.#passagesOf(rows.yes) };
  }

  #passagesOf(documents: RowBits): RowBits {
    const { words } = this.#layout;
    const bits = new Uint32Array(words.at(-1)!);
    const count = countOf(documents);
    // For most of the documents it is faster to compute the complement.
    if (count * 2 > documents.length << 5) return invert(this.#passagesOf(invert(documents.slice())));
    const few = count * FEW_DOCUMENTS < this.#layout.documents ? numbersOf(documents) : undefined;
    for (const [index, segment] of this.#view.passages.segments.entries()) {
      addPassagesOf(segment.documents, documents, few, bits.subarray(words[index], words[index + 1]));
    }
    return bits;
  }
}

const noRows = (count: number): AnsweredRows => {
  const none = makeBits(count);
  return { yes: none, maybe: none };
};

/** Number of rows in the merged sets, and a function that adds the rows of one segment. */
interface GatheredRows {
  readonly size: number;
  readonly add: (segment: number, rows: RowBits, into: RowBits) => void;
}

type PostedCondition = Extract<FilterCondition, { op: "exists" | "eq" | "in" }>;

/** Whether the postings of a few terms answer a condition. */
const isPosted = (condition: FilterCondition): condition is PostedCondition =>
  condition.op === "exists" ||
  condition.op === "eq" ||
  (condition.op === "in" && condition.values.length < MANY_VALUES);

/** Whether the value's term belongs to no other value. */
const isOneTerm = (value: FilterScalar): boolean => typeof value !== "string" || isPlain(value);

/** Whether a text is stored as a term unchanged, and no other text has the same term. */
const isStored = (text: string): boolean => text.isWellFormed() && !text.includes("\ufffd");
