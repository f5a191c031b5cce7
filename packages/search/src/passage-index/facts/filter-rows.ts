import type { Filter, FilterCondition, FilterScalar } from "@quarry/plugin/domain";
import { elementWord, nullElementWord, presentWord, valueWord } from "@quarry/plugin/facts";
import type { Checkpoint } from "@quarry/plugin/workers/inside";
import { isPlain } from "../postings/fact-list.ts";
import { addPostings } from "../postings/posting-list.ts";
import { isDeleted } from "../postings/segment-rows.ts";
import type { SegmentView } from "../ranking/index-view.ts";
import {
  addAll,
  areEqual,
  type Bits,
  complementOf,
  isEmpty,
  keepCommon,
  makeBits,
  numbersOf,
  removeAll,
  setBit,
} from "./bits.ts";
import type { FactSource, FactView } from "./fact-source.ts";
import { addPassagesOf, layoutOf, type RowLayout } from "./row-layout.ts";
import { RowSet } from "./row-set.ts";
import { WantedValues } from "./value-column.ts";

/** Values from which all of a path are read and kept: looking for each would take longer. */
const MANY_VALUES = 16;
/** Above this share of all documents it is quicker to ask of each passage whether its document is among them. */
const FEW_DOCUMENTS = 32;

/**
 * What may match a part of a filter, and what is known to; one set where that is all. They are documents, by number, as
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
    const may = found.may.slice();
    const isExact = found.sure === found.may && this.#view.passages.segments.every(({ hasFacts }) => hasFacts);
    const sure = isExact ? may : found.sure.slice();
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
    if (filter.op === "and" || filter.op === "or") {
      return this.#combine(
        filter.filters.map((part) => this.#matches(part)),
        filter.op === "and" ? keepCommon : addAll,
      );
    }
    const found = this.#condition(filter);
    return filter.negated ? complement(found) : found;
  }

  #combine(parts: readonly Matches[], add: (bits: Bits, other: Bits) => void): Matches {
    const of = parts.some((part) => part.of === "passages") ? "passages" : "documents";
    const alike = parts.map((part) => (of === "passages" ? this.#toPassages(part) : part));
    const isExact = alike.every(({ may, sure }) => may === sure);
    const folded = (bitsOf: (part: Matches) => Bits): Bits => {
      const bits = bitsOf(alike[0]!).slice();
      for (const part of alike.slice(1)) add(bits, bitsOf(part));
      return bits;
    };
    const may = folded((part) => part.may);
    return { of, may, sure: isExact ? may : folded((part) => part.sure) };
  }

  /** As if it were not negated. */
  #condition(condition: FilterCondition): Matches {
    const { path } = condition;
    if (!path.isWellFormed() || path.includes("\ufffd")) return this.#all(false);
    switch (condition.op) {
      case "exists":
        return this.#with(presentWord(path));
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
    return this.#combine([complement(this.#with(presentWord(path))), this.#with(nullElementWord(path))], addAll);
  }

  #with(fact: string): Matches {
    return this.#collect((segment, may) => this.#addRowsWith(segment, fact, may), true);
  }

  #isOneOf(path: string, values: readonly FilterScalar[]): Matches {
    const plain = values.filter((value) => typeof value !== "string" || isPlain(value));
    const others = values.filter((value) => typeof value === "string" && !isPlain(value));
    const numbers = plain.filter((value) => typeof value === "number");
    const strings = plain.filter((value) => typeof value === "string");
    const isMany = plain.length >= MANY_VALUES;
    const wanted = new WantedValues(numbers, isMany ? strings : []);
    const single = isMany ? plain.filter((value) => typeof value === "boolean") : plain;
    return this.#collect((segment, may, sure) => {
      for (const value of single) this.#addRowsWith(segment, valueWord(path, value), sure);
      if (isMany) this.#source.column(segment, path).addEqual(wanted, sure);
      if (may === sure) return;
      for (const value of others) this.#addRowsWith(segment, valueWord(path, value).toWellFormed(), may);
    }, others.length === 0);
  }

  #contains(path: string, value: FilterScalar): Matches {
    if (typeof value !== "string") return this.#with(elementWord(path, value));
    const isExact = isPlain(value);
    return this.#collect((segment, may, sure) => {
      const column = this.#source.column(segment, path);
      // Arrays have strings too, but hold no parts of them.
      const arrays = makeBits(segment.rows.length);
      this.#source.forEachFact(segment, elementsOf(path), (_bytes, _start, _end, rows) => addPostings(rows, arrays));
      const holders = makeBits(segment.rows.length);
      if (value.isWellFormed()) column.addHolders(value, holders);
      const unknown = holders.slice();
      column.addUnknown(unknown);
      removeAll(holders, arrays);
      removeAll(unknown, arrays);
      const elements = makeBits(segment.rows.length);
      this.#addRowsWith(segment, elementWord(path, value).toWellFormed(), elements);
      addAll(sure, holders);
      addAll(may, unknown);
      addAll(isExact ? sure : may, elements);
    }, false);
  }

  #compare(path: string, op: "gt" | "gte" | "lt" | "lte", value: number | string): Matches {
    if (typeof value === "number") {
      return this.#collect((segment, may) => this.#source.column(segment, path).addNumbers(op, value, may), true);
    }
    if (!value.isWellFormed()) return this.#all(false);
    return this.#collect((segment, may, sure) => {
      const column = this.#source.column(segment, path);
      column.addStrings(op, value, sure);
      column.addUnknown(may);
    }, false);
  }

  #addRowsWith(segment: SegmentView, fact: string, bits: Bits): void {
    const rows = this.#source.rowsWith(segment, fact);
    if (rows !== undefined) addPostings(rows, bits);
  }

  /** Every passage may match, or does. */
  #all(isSure: boolean): Matches {
    const may = this.#layout.live;
    return { of: "passages", may, sure: isSure ? may : new Uint32Array(may.length) };
  }

  /** What holds for documents, and for passages by facts of their own. */
  #collect(add: AddMatches, isExact: boolean): Matches {
    const documents = this.#documents(add, isExact);
    const passages = this.#passages(add, isExact);
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
      addDocuments(segment, mayHere, may);
      if (!isExact) addDocuments(segment, sureHere, sure);
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
    const numbers = numbersOf(documents);
    const few = numbers.length * FEW_DOCUMENTS < bits.length * 32 ? numbers : undefined;
    for (const [index, segment] of this.#view.passages.segments.entries()) {
      this.#checkpoint();
      addPassagesOf(segment.documents, documents, few, bits.subarray(words[index], words[index + 1]));
    }
    return bits;
  }
}

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

const addDocuments = ({ documents, deleted }: SegmentView, rows: Bits, bits: Bits): void => {
  const ordinals = numbersOf(rows);
  for (let at = 0; at < ordinals.length; at++) {
    const number = documents[ordinals[at]!]!;
    // What no passage names is not asked for.
    if (number < bits.length << 5 && !isDeleted(deleted, ordinals[at]!)) setBit(bits, number);
  }
};
