import {
  canonicalString,
  type Filter,
  type FilterCondition,
  type FilterScalar,
  mayBePartOfMoment,
} from "@quarry/plugin/domain";
import { elementWord, nullElementWord, presentWord, valueWord } from "@quarry/plugin/facts";
import type { Checkpoint } from "@quarry/plugin/workers/inside";
import { isPlain } from "../postings/fact-list.ts";
import { addPostings } from "../postings/posting-list.ts";
import type { SegmentView } from "../query/index-view.ts";
import {
  addAll,
  areEqual,
  type Bits,
  complementOf,
  countOf,
  isEmpty,
  keepCommon,
  makeBits,
  numbersOf,
  removeAll,
  turnOver,
} from "./bits.ts";
import type { FactSource, FactView } from "./fact-source.ts";
import { addDocumentsOf, addPassagesOf, layoutOf, type RowLayout } from "./row-layout.ts";
import { RowSet } from "./row-set.ts";
import { type Compare, WantedValues } from "./value-column.ts";

/** Values from which all of a path are read and kept: looking for each would take longer. */
const MANY_VALUES = 16;
/** Above this share of all documents it is quicker to ask of each passage whether its document is among them. */
const FEW_DOCUMENTS = 32;

/**
 * What may match a part of a filter, and what is known to; one set where that is all. Nobody else holds them. They are documents, by number, as
 * long as nothing but what passages share is asked for, and else passages as they stand in the layout.
 */
interface Matches {
  readonly of: "documents" | "passages";
  readonly may: Bits;
  readonly sure: Bits;
}

/** Adds the rows of a segment that a condition holds for to `sure`, and those for which that isn't known as well to `may`. */
type AddMatches = (segment: SegmentView, may: Bits, sure: Bits) => void;

/** The passages of a view that match a filter, by their facts. */
export const filterRows = (
  filter: Filter,
  view: FactView,
  source: FactSource,
  checkpoint: Checkpoint = () => {},
): RowSet => new FilterRows(view, source, checkpoint).of(filter);

class FilterRows {
  readonly #view: FactView;
  readonly #layout: RowLayout;
  readonly #source: FactSource;
  readonly #checkpoint: Checkpoint;

  constructor(view: FactView, source: FactSource, checkpoint: Checkpoint) {
    this.#view = view;
    this.#layout = layoutOf(view.passages);
    this.#source = source;
    this.#checkpoint = checkpoint;
  }

  of(filter: Filter): RowSet {
    const { live, words } = this.#layout;
    const found = this.#toPassages(this.#matches(filter));
    const { may } = found;
    const isExact = found.sure === found.may && this.#view.passages.segments.every(({ hasFacts }) => hasFacts);
    const sure = isExact || found.sure !== may ? found.sure : may.slice();
    for (const [index, { hasFacts }] of this.#view.passages.segments.entries()) {
      if (hasFacts) continue;
      may.fill(0xffffffff, words[index], words[index + 1]);
      sure.fill(0, words[index], words[index + 1]);
    }
    keepCommon(may, live);
    if (sure !== may) keepCommon(sure, live);
    return new RowSet(this.#view.passages, this.#layout, may, sure);
  }

  #matches(filter: Filter): Matches {
    if (filter.op === "or")
      return this.#combine(
        filter.filters.map((part) => this.#matches(part)),
        addAll,
      );
    if (filter.op === "and") return this.#combine(this.#allOf(filter.filters), keepCommon);
    const found = this.#condition(filter);
    return filter.negated ? complement(found) : found;
  }

  #combine(parts: readonly Matches[], add: (bits: Bits, other: Bits) => void): Matches {
    const of = parts.some((part) => part.of === "passages") ? "passages" : "documents";
    const alike = parts.map((part) => (of === "passages" ? this.#toPassages(part) : part));
    const isExact = alike.every(({ may, sure }) => may === sure);
    const [first, ...others] = alike;
    const { may } = first!;
    const sure = isExact || first!.sure !== may ? first!.sure : may.slice();
    for (const part of others) add(may, part.may);
    if (sure !== may) for (const part of others) add(sure, part.sure);
    return { of, may, sure };
  }

  /** Bounds from below and from above that follow one another are asked together: of most paths each row has one value. */
  #allOf(filters: readonly Filter[]): readonly Matches[] {
    const parts: Matches[] = [];
    for (let at = 0; at < filters.length; at++) {
      const range = rangeOf(filters[at]!, filters[at + 1]);
      if (range !== undefined) at += 1;
      parts.push(range === undefined ? this.#matches(filters[at]!) : this.#between(...range));
    }
    return parts;
  }

  #between(first: Comparison, second: Comparison): Matches {
    return this.#collect(
      first.path,
      (segment, may, sure) => {
        const column = this.#source.column(segment, first.path);
        column.addBetween(first, second, sure);
        if (may !== sure) column.addUnknown(may);
      },
      typeof first.value === "number",
    );
  }

  /** As if it were not negated. */
  #condition(condition: FilterCondition): Matches {
    const { path } = condition;
    if (!isKept(path)) return this.#all(false);
    switch (condition.op) {
      case "exists":
        return this.#with(path, presentWord(path));
      case "eq":
        return condition.value === null ? this.#isNull(path) : this.#isOneOf(path, [condition.value]);
      case "in":
        return this.#isOneOf(path, condition.values);
      case "contains":
        return this.#contains(path, condition.value);
      default:
        return this.#compare(path, condition.op, condition.value);
    }
  }

  #isNull(path: string): Matches {
    return this.#combine(
      [complement(this.#with(path, presentWord(path))), this.#with(path, nullElementWord(path))],
      addAll,
    );
  }

  #with(path: string, fact: string): Matches {
    return this.#collect(path, (segment, may) => this.#addRowsWith(segment, fact, may), true);
  }

  #isOneOf(path: string, values: readonly FilterScalar[]): Matches {
    const plain = values.filter((value) => typeof value !== "string" || isPlain(value));
    const others = values.filter((value) => typeof value === "string" && !isPlain(value));
    const numbers = plain.filter((value) => typeof value === "number");
    const strings = plain.filter((value) => typeof value === "string");
    const isMany = plain.length >= MANY_VALUES;
    const wanted = new WantedValues(numbers, isMany ? strings : []);
    const single = isMany ? plain.filter((value) => typeof value === "boolean") : plain;
    return this.#collect(
      path,
      (segment, may, sure) => {
        for (const value of single) this.#addRowsWith(segment, valueWord(path, value), sure);
        if (isMany) this.#source.column(segment, path).addEqual(wanted, sure);
        if (may === sure) return;
        for (const value of others) this.#addRowsWith(segment, valueWord(path, value).toWellFormed(), may);
      },
      others.length === 0,
    );
  }

  #contains(path: string, value: FilterScalar): Matches {
    if (typeof value !== "string") return this.#with(path, elementWord(path, value));
    const element = canonicalString(value);
    const isExact = isPlain(element);
    // Parts are looked for in strings as sent, and facts have moments in canonical form.
    const mayBeInMoment = mayBePartOfMoment(value);
    return this.#collect(
      path,
      (segment, may, sure) => {
        const column = this.#source.column(segment, path);
        // Arrays have strings too, but hold no parts of them.
        const arrays = makeBits(segment.rows.length);
        this.#source.forEachFact(segment, elementsOf(path), (_bytes, _start, _end, rows) => addPostings(rows, arrays));
        const holders = makeBits(segment.rows.length);
        if (value.isWellFormed()) column.addHolders(value, holders);
        const unknown = holders.slice();
        column.addUnknown(unknown);
        if (mayBeInMoment) {
          const moments = makeBits(segment.rows.length);
          column.addMoments(moments);
          removeAll(holders, moments);
          addAll(unknown, moments);
        }
        removeAll(holders, arrays);
        removeAll(unknown, arrays);
        const elements = makeBits(segment.rows.length);
        this.#addRowsWith(segment, elementWord(path, element).toWellFormed(), elements);
        addAll(sure, holders);
        addAll(may, unknown);
        addAll(isExact ? sure : may, elements);
      },
      false,
    );
  }

  #compare(path: string, op: Compare, value: number | string): Matches {
    if (typeof value === "string" && !value.isWellFormed()) return this.#all(false);
    return this.#collect(
      path,
      (segment, may, sure) => {
        const column = this.#source.column(segment, path);
        column.addRange(op, value, sure);
        if (may !== sure) column.addUnknown(may);
      },
      typeof value === "number",
    );
  }

  #addRowsWith(segment: SegmentView, fact: string, bits: Bits): void {
    const rows = this.#source.rowsWith(segment, fact);
    if (rows !== undefined) addPostings(rows, bits);
  }

  /** Every passage may match, or does. */
  #all(isSure: boolean): Matches {
    const may = this.#layout.live.slice();
    return { of: "passages", may, sure: isSure ? may : new Uint32Array(may.length) };
  }

  /** What holds for documents, and for passages by facts of their own. */
  #collect(path: string, add: AddMatches, isExact: boolean): Matches {
    const isThere = (segment: SegmentView): boolean => this.#source.mayHold(segment, path);
    const documents = this.#view.documents.some(isThere) ? this.#documents(add, isExact) : undefined;
    const passages = this.#view.passages.segments.some((segment) => segment.hasFacts && isThere(segment))
      ? this.#passages(add, isExact)
      : undefined;
    if (passages === undefined) return documents ?? this.#none();
    return documents === undefined ? passages : this.#combine([passages, documents], addAll);
  }

  #none(): Matches {
    const none = makeBits(this.#layout.documents);
    return { of: "documents", may: none, sure: none };
  }

  /** Undefined where there is none. */
  #documents(add: AddMatches, isExact: boolean): Matches | undefined {
    const may = makeBits(this.#layout.documents);
    const sure = isExact ? may : makeBits(this.#layout.documents);
    for (const segment of this.#view.documents) {
      this.#checkpoint();
      const mayHere = makeBits(segment.rows.length);
      const sureHere = isExact ? mayHere : makeBits(segment.rows.length);
      add(segment, mayHere, sureHere);
      addDocumentsOf(segment, mayHere, may);
      if (!isExact) addDocumentsOf(segment, sureHere, sure);
    }
    return settled("documents", may, sure);
  }

  #passages(add: AddMatches, isExact: boolean): Matches | undefined {
    const { words } = this.#layout;
    const may = new Uint32Array(words.at(-1)!);
    const sure = isExact ? may : new Uint32Array(may.length);
    for (const [index, segment] of this.#view.passages.segments.entries()) {
      if (!segment.hasFacts) continue;
      this.#checkpoint();
      const [start, end] = [words[index], words[index + 1]];
      const mayHere = may.subarray(start, end);
      add(segment, mayHere, isExact ? mayHere : sure.subarray(start, end));
    }
    return settled("passages", may, sure);
  }

  #toPassages(matches: Matches): Matches {
    if (matches.of === "passages") return matches;
    const may = this.#passagesOf(matches.may);
    return { of: "passages", may, sure: matches.sure === matches.may ? may : this.#passagesOf(matches.sure) };
  }

  #passagesOf(documents: Bits): Bits {
    const { words } = this.#layout;
    const bits = new Uint32Array(words.at(-1)!);
    const count = countOf(documents);
    // Of nearly all documents it is quicker to say which are not meant.
    if (count * 2 > documents.length << 5) return turnOver(this.#passagesOf(complementOf(documents)));
    const few = count * FEW_DOCUMENTS < this.#layout.documents ? numbersOf(documents) : undefined;
    for (const [index, segment] of this.#view.passages.segments.entries()) {
      this.#checkpoint();
      addPassagesOf(segment.documents, documents, few, bits.subarray(words[index], words[index + 1]));
    }
    return bits;
  }
}

type Comparison = Extract<FilterCondition, { readonly op: Compare }>;

const COMPARISONS: ReadonlySet<string> = new Set(["gt", "gte", "lt", "lte"] satisfies Compare[]);

const isComparison = (filter: Filter): filter is Comparison => COMPARISONS.has(filter.op);

/** The two, if both compare a path with values of one kind, which can be found. */
const rangeOf = (first: Filter, second: Filter | undefined): [Comparison, Comparison] | undefined => {
  if (second === undefined || !isComparison(first) || !isComparison(second)) return undefined;
  if (first.path !== second.path || first.negated || second.negated) return undefined;
  const isOfOneKind = typeof first.value === typeof second.value;
  const isFound = [first.path, first.value, second.value].every((text) => typeof text === "number" || isKept(text));
  return isOfOneKind && isFound ? [first, second] : undefined;
};

/** Whether a text is in facts as it is, and no other looks like it there. */
const isKept = (text: string): boolean => text.isWellFormed() && !text.includes("\ufffd");

/** Facts of elements of an array at a path begin with this, whatever they are. */
const elementsOf = (path: string): string => elementWord(path, "").slice(0, -1);

const complement = ({ of, may, sure }: Matches): Matches => {
  const notSure = complementOf(sure);
  return { of, may: notSure, sure: sure === may ? notSure : complementOf(may) };
};

/** One set where nothing is left open; undefined where there is none. */
const settled = (of: Matches["of"], may: Bits, sure: Bits): Matches | undefined => {
  if (may !== sure) addAll(may, sure);
  if (isEmpty(may)) return undefined;
  return { of, may, sure: may === sure || areEqual(may, sure) ? may : sure };
};
