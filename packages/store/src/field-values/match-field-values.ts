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
  CROWDED_PATH,
  fieldValue,
  fieldPathDigest,
  KIND,
  LIVE_PATH,
  presentValue,
  scalarValue,
} from "./field-value-bytes.ts";

/** The documents that may match, and of those the ones that are known to. One set where that is all. */
export interface Matches {
  readonly may: DocumentSet;
  readonly sure: DocumentSet;
}

/**
 * Evaluates a filter by the indexed field values of a collection's documents. Its meaning is that of `compileFilter`.
 */
export const matchFieldValues = async (reader: FieldValueReader, filter: Filter): Promise<Matches> => {
  const live = await reader.having(presentValue(LIVE_PATH));
  if (await reader.isAnsweredByOldValues(filter)) return { may: live, sure: new DocumentSet() };
  const { may, sure } = await new FieldValueMatching(reader, live).of(filter);
  const crowded = await reader.having(presentValue(CROWDED_PATH));
  if (crowded.count === 0) return { may, sure };
  return { may: may.or(crowded), sure: sure.without(crowded) };
};

class FieldValueMatching {
  readonly #reader: FieldValueReader;
  readonly #live: DocumentSet;

  constructor(reader: FieldValueReader, live: DocumentSet) {
    this.#reader = reader;
    this.#live = live;
  }

  async of(filter: Filter): Promise<Matches> {
    if (filter.op === "and" || filter.op === "or") return this.#combined(filter.op, filter.filters);
    const { may, sure } = await this.#condition(filter);
    if (!filter.negated) return { may, sure };
    const notMay = this.#live.without(may);
    return may === sure ? exactly(notMay) : { may: this.#live.without(sure), sure: notMay };
  }

  async #combined(op: "and" | "or", filters: readonly Filter[]): Promise<Matches> {
    let all: Matches | undefined;
    for (const filter of filters) {
      const part = await this.of(filter);
      const before = all;
      if (before === undefined) all = part;
      else {
        const may = before.may[op](part.may);
        const isExact = before.may === before.sure && part.may === part.sure;
        all = isExact ? exactly(may) : { may, sure: before.sure[op](part.sure) };
      }
      if (op === "and" && all.may.count === 0) break;
    }
    return all!;
  }

  /** As if it were not negated. */
  async #condition(condition: FilterCondition): Promise<Matches> {
    const path = fieldPathDigest(condition.path);
    switch (condition.op) {
      case "exists":
        return exactly(await this.#reader.having(presentValue(path)));
      case "eq":
        if (condition.value !== null) return exactly(await this.#reader.having(scalarValue(path, condition.value)));
        return exactly(
          this.#live
            .without(await this.#reader.having(presentValue(path)))
            .or(await this.#reader.having(fieldValue(path, KIND.nullElement))),
        );
      case "in":
        if (condition.values.length === 0) return NONE;
        return exactly(await this.#reader.having(...condition.values.map((value) => scalarValue(path, value))));
      case "contains":
        return this.#contains(path, condition.value);
      default:
        return this.#compared(path, condition);
    }
  }

  async #contains(path: Buffer, value: FilterScalar): Promise<Matches> {
    const arrays = await this.#reader.having(fieldValue(path, KIND.array));
    const elements = arrays.and(await this.#reader.having(scalarValue(path, canonicalValue(value))));
    if (typeof value !== "string") return exactly(elements);
    // Parts are looked for in strings as sent, and field values have moments in canonical form.
    const mayBeInMoment = mayBePartOfMoment(value);
    const strings = kindRange(path, KIND.string, mayBeInMoment ? KIND.string : KIND.date);
    const holders = value.isWellFormed()
      ? await this.#reader.inRanges([strings], value === "" ? undefined : Buffer.from(value))
      : new DocumentSet();
    const unread = mayBeInMoment ? [kindRange(path, KIND.date), kindRange(path, KIND.digest)] : undefined;
    return this.#orUnread(path, holders.without(arrays).or(elements), arrays, unread);
  }

  async #compared(path: Buffer, condition: FilterCondition & { readonly op: "gt" | "gte" | "lt" | "lte" }) {
    if (typeof condition.value === "number") {
      return exactly(await this.#reader.inRanges(rangesOf(path, condition)));
    }
    // Halves of a character have a place in the order of strings that their bytes don't tell.
    if (!condition.value.isWellFormed()) {
      return { may: await this.#reader.having(presentValue(path)), sure: new DocumentSet() };
    }
    return this.#orUnread(path, await this.#reader.inRanges(rangesOf(path, condition)), undefined);
  }

  /** Strings of which there are digests are to be read themselves. */
  async #orUnread(
    path: Buffer,
    sure: DocumentSet,
    arrays: DocumentSet | undefined,
    ranges = [kindRange(path, KIND.digest)],
  ): Promise<Matches> {
    const open = await this.#reader.inRanges(ranges);
    const unread = arrays === undefined ? open : open.without(arrays);
    return unread.count === 0 ? exactly(sure) : { may: sure.or(unread), sure };
  }
}

const exactly = (documents: DocumentSet): Matches => ({ may: documents, sure: documents });

const NONE = exactly(new DocumentSet());
