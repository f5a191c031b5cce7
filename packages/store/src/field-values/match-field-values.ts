import {
  canonicalValue,
  type Filter,
  type FilterCondition,
  type FilterScalar,
  mayBePartOfMoment,
} from "@quarry/plugin/domain";
import { DocumentSet } from "./document-set.ts";
import { kindRange, rangesOf } from "./field-value-ranges.ts";
import type { FieldValueReader } from "./field-value-reader.ts";
import {
  UNINDEXED_PATH,
  fieldValue,
  fieldPathDigest,
  KIND,
  ALL_DOCUMENTS_PATH,
  presentValue,
  encodeScalar,
} from "./field-value-bytes.ts";

/** Documents that may match, and the subset that certainly matches. Both are the same object if the result is exact. */
export interface Matches {
  readonly possible: DocumentSet;
  readonly certain: DocumentSet;
}

/** Evaluates a filter by the indexed field values of a collection's documents. Same semantics as `compileFilter`. */
export const matchFieldValues = async (reader: FieldValueReader, filter: Filter): Promise<Matches> => {
  const live = await reader.documentsWith(presentValue(ALL_DOCUMENTS_PATH));
  if (await reader.isUnanswerable(filter)) return { possible: live, certain: new DocumentSet() };
  const { possible, certain } = await new FilterEvaluator(reader, live).evaluate(filter);
  const unindexed = await reader.documentsWith(presentValue(UNINDEXED_PATH));
  if (unindexed.count === 0) return { possible, certain };
  return { possible: possible.or(unindexed), certain: certain.without(unindexed) };
};

class FilterEvaluator {
  readonly #reader: FieldValueReader;
  readonly #live: DocumentSet;

  constructor(reader: FieldValueReader, live: DocumentSet) {
    this.#reader = reader;
    this.#live = live;
  }

  async evaluate(filter: Filter): Promise<Matches> {
    if (filter.op === "and" || filter.op === "or") return this.#combined(filter.op, filter.filters);
    const { possible, certain } = await this.#condition(filter);
    if (!filter.negated) return { possible, certain };
    const impossible = this.#live.without(possible);
    return possible === certain
      ? exactMatch(impossible)
      : { possible: this.#live.without(certain), certain: impossible };
  }

  async #combined(op: "and" | "or", filters: readonly Filter[]): Promise<Matches> {
    let all: Matches | undefined;
    for (const filter of filters) {
      const match = await this.evaluate(filter);
      const before = all;
      if (before === undefined) all = match;
      else {
        const possible = before.possible[op](match.possible);
        const isExact = before.possible === before.certain && match.possible === match.certain;
        all = isExact ? exactMatch(possible) : { possible, certain: before.certain[op](match.certain) };
      }
      if (op === "and" && all.possible.count === 0) break;
    }
    return all!;
  }

  /** Evaluates the condition without its negation. */
  async #condition(condition: FilterCondition): Promise<Matches> {
    const path = fieldPathDigest(condition.path);
    switch (condition.op) {
      case "exists":
        return exactMatch(await this.#reader.documentsWith(presentValue(path)));
      case "eq":
        if (condition.value !== null)
          return exactMatch(await this.#reader.documentsWith(encodeScalar(path, condition.value)));
        return exactMatch(
          this.#live
            .without(await this.#reader.documentsWith(presentValue(path)))
            .or(await this.#reader.documentsWith(fieldValue(path, KIND.nullElement))),
        );
      case "in":
        if (condition.values.length === 0) return NO_MATCHES;
        return exactMatch(
          await this.#reader.documentsWith(...condition.values.map((value) => encodeScalar(path, value))),
        );
      case "contains":
        return this.#contains(path, condition.value);
      default:
        return this.#compared(path, condition);
    }
  }

  async #contains(path: Buffer, value: FilterScalar): Promise<Matches> {
    const arrays = await this.#reader.documentsWith(fieldValue(path, KIND.array));
    const elements = arrays.and(await this.#reader.documentsWith(encodeScalar(path, canonicalValue(value))));
    if (typeof value !== "string") return exactMatch(elements);
    // Substrings are matched against strings as sent, but field values contain timestamps in canonical form.
    const mayBeInMoment = mayBePartOfMoment(value);
    const strings = kindRange(path, KIND.string, mayBeInMoment ? KIND.string : KIND.date);
    const matches = value.isWellFormed()
      ? await this.#reader.documentsInRanges([strings], value === "" ? undefined : Buffer.from(value))
      : new DocumentSet();
    const undecided = mayBeInMoment ? [kindRange(path, KIND.date), kindRange(path, KIND.digest)] : undefined;
    return this.#orUndecided(path, matches.without(arrays).or(elements), arrays, undecided);
  }

  async #compared(path: Buffer, condition: FilterCondition & { readonly op: "gt" | "gte" | "lt" | "lte" }) {
    if (typeof condition.value === "number") {
      return exactMatch(await this.#reader.documentsInRanges(rangesOf(path, condition)));
    }
    // The string order of lone surrogates can't be derived from their bytes.
    if (!condition.value.isWellFormed()) {
      return { possible: await this.#reader.documentsWith(presentValue(path)), certain: new DocumentSet() };
    }
    return this.#orUndecided(path, await this.#reader.documentsInRanges(rangesOf(path, condition)), undefined);
  }

  /** Adds documents with strings that are indexed as digests: these must be checked by their metadata. */
  async #orUndecided(
    path: Buffer,
    certain: DocumentSet,
    arrays: DocumentSet | undefined,
    ranges = [kindRange(path, KIND.digest)],
  ): Promise<Matches> {
    const undecidable = await this.#reader.documentsInRanges(ranges);
    const undecided = arrays === undefined ? undecidable : undecidable.without(arrays);
    return undecided.count === 0 ? exactMatch(certain) : { possible: certain.or(undecided), certain };
  }
}

const exactMatch = (documents: DocumentSet): Matches => ({ possible: documents, certain: documents });

const NO_MATCHES = exactMatch(new DocumentSet());
