import { composed, DomainError, type FilterScalar, type JsonValue } from "@quarry/plugin/domain";
import { forEachValue } from "@quarry/plugin/facts";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { filteredMetadata, MAX_FIELD_VALUES } from "./document-field-values.ts";
import { DocumentSet } from "./document-set.ts";
import { FieldValueReader } from "./field-value-reader.ts";
import { kindRange } from "./field-value-ranges.ts";
import {
  UNINDEXED_PATH,
  type FieldPathDigest,
  fieldPathDigest,
  KIND,
  PATH_BYTES,
  presentValue,
  encodeScalar,
  decodeScalar,
} from "./field-value-bytes.ts";
import { type DocumentMatch, readByNumber } from "./match-documents.ts";
import { forEachStored } from "./stored-field-values.ts";

/** Values at one path of a set of documents. Each element of an array counts. */
export interface Facet {
  /** Most frequent values. Values with the same count are in value order. */
  readonly values: readonly FacetValue[];
  /** Number of distinct values. */
  readonly valueCount: number;
  /** Number of documents with a value at the path, and without one. */
  readonly present: number;
  readonly missing: number;
  /** Range of the numbers. Undefined if there are none. */
  readonly numbers: ValueRange<number> | undefined;
  /** Range of the strings that begin like an ISO 8601 date. Undefined if there are none. */
  readonly dates: ValueRange<string> | undefined;
}

export interface FacetValue {
  readonly value: FilterScalar;
  readonly count: number;
}

export interface ValueRange<Value> {
  readonly min: Value;
  readonly max: Value;
}

/** Count of a value. `valueHex` is its indexed field value after the path, in hexadecimal digits. */
interface ValueCount {
  readonly valueHex: string;
  readonly count: number;
}

/** Kinds of indexed values, in index order. */
const VALUE_KINDS = [KIND.boolean, KIND.number, KIND.string, KIND.date, KIND.digest] as const;

export interface FacetRequest extends DocumentMatch {
  readonly fields: readonly string[];
  /** Maximum values per field. */
  readonly limit: number;
  /** Only these documents. */
  readonly ids?: readonly string[] | undefined;
}

export interface FacetCount {
  /** Number of documents counted. */
  readonly total: number;
  /** Facets in the order of the fields. */
  readonly facets: readonly Facet[];
}

/**
 * Counts the values of each field. Fails with `too_large` if documents without indexed values have more distinct values
 * than fit in memory.
 */
export const countFacets = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  documents: DocumentSet,
  { fields, limit }: FacetRequest,
): Promise<FacetCount> => {
  const unindexed = documents.and(
    await new FieldValueReader(kysely, collectionId).documentsWith(presentValue(UNINDEXED_PATH)),
  );
  const paths = fields.map(composed);
  const unindexedCounts = await countUnindexed(kysely, collectionId, paths, unindexed);
  const facets: Facet[] = [];
  for (const path of paths) {
    facets.push(await countFacet(kysely, collectionId, path, documents, limit, unindexedCounts.get(path)!));
  }
  return { total: documents.count, facets };
};

const countFacet = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  path: string,
  documents: DocumentSet,
  maxValues: number,
  unindexedCounts: UnindexedCounts,
): Promise<Facet> => {
  const reader = new FieldValueReader(kysely, collectionId);
  const pathDigest = fieldPathDigest(path);
  const counts = new FacetCounts(unindexedCounts.byValueHex(), maxValues);
  for (const kind of VALUE_KINDS) {
    let [current, count] = ["", 0];
    for await (const text of reader.rowTexts(kindRange(pathDigest, kind))) {
      forEachStored(text, ({ valueHex, block, start, end }) => {
        if (valueHex !== current) {
          if (valueHex < current) throw new Error("field values are out of order");
          counts.add(current, count);
          [current, count] = [valueHex, 0];
        }
        count += documents.countStored(block, text, start, end);
      });
    }
    counts.add(current, count);
  }
  counts.addUnindexed();
  const present = documents.and(await reader.documentsWith(presentValue(pathDigest))).count + unindexedCounts.present;
  const values: FacetValue[] = [];
  for (const { valueHex, count } of counts.best()) {
    const fieldValue = fieldValueOf(pathDigest, valueHex);
    const value = decodeScalar(fieldValue) ?? (await readValue(kysely, collectionId, path, fieldValue, documents));
    if (value !== undefined) values.push({ value, count });
  }
  return {
    values,
    valueCount: counts.valueCount,
    present,
    missing: documents.count - present,
    numbers: rangeOf<number>(pathDigest, counts.ranges.get(KIND.number)),
    dates: rangeOf<string>(pathDigest, counts.ranges.get(KIND.date)),
  };
};

const fieldValueOf = (path: FieldPathDigest, valueHex: string): Buffer =>
  Buffer.concat([path, Buffer.from(valueHex, "hex")]);

const valueHexOf = (fieldValue: Buffer): string => fieldValue.subarray(PATH_BYTES).toString("hex").toUpperCase();

/** Field values sort in the order of their values. */
const rangeOf = <Value extends number | string>(
  path: FieldPathDigest,
  ranges: ValueRange<string> | undefined,
): ValueRange<Value> | undefined =>
  ranges && {
    min: decodeScalar(fieldValueOf(path, ranges.min)) as Value,
    max: decodeScalar(fieldValueOf(path, ranges.max)) as Value,
  };

class FacetCounts {
  readonly #maxValues: number;
  /** Counts from documents whose values are not indexed. */
  readonly #unindexedCounts: Map<string, number>;
  #best: ValueCount[] = [];
  /** Smallest and largest counted value of each kind. */
  readonly ranges = new Map<number, ValueRange<string>>();
  valueCount = 0;

  constructor(unindexedCounts: Iterable<[valueHex: string, count: number]>, maxValues: number) {
    this.#unindexedCounts = new Map(unindexedCounts);
    this.#maxValues = maxValues;
  }

  add(valueHex: string, count: number): void {
    const sum = count + (this.#unindexedCounts.get(valueHex) ?? 0);
    this.#unindexedCounts.delete(valueHex);
    if (sum === 0) return;
    this.valueCount += 1;
    this.#best.push({ valueHex, count: sum });
    if (this.#best.length >= 4 * this.#maxValues + 256) this.#truncate();
    const kind = Number.parseInt(valueHex.slice(0, 2), 16);
    const ranges = this.ranges.get(kind);
    if (ranges === undefined) this.ranges.set(kind, { min: valueHex, max: valueHex });
    else if (valueHex > ranges.max) this.ranges.set(kind, { ...ranges, max: valueHex });
    else if (valueHex < ranges.min) this.ranges.set(kind, { ...ranges, min: valueHex });
  }

  addUnindexed(): void {
    for (const valueHex of [...this.#unindexedCounts.keys()]) this.add(valueHex, 0);
  }

  best(): readonly ValueCount[] {
    this.#truncate();
    return this.#best;
  }

  #truncate(): void {
    this.#best.sort((one, other) => other.count - one.count || (one.valueHex < other.valueHex ? -1 : 1));
    this.#best = this.#best.slice(0, this.#maxValues);
  }
}

/** Distinct values counted in memory, over all fields of a request: about 50 MB. */
const MAX_UNINDEXED_VALUES = 262_144;

/** Counts of one field's values in documents whose values are not indexed. */
class UnindexedCounts {
  readonly #pathDigest: FieldPathDigest;
  /** Caches the counter of each value, so that a value in many documents is encoded only once. */
  readonly #byValue = new Map<FilterScalar, UnindexedCount>();
  /** Counters by the encoded field value after the path. */
  readonly #byValueHex = new Map<string, UnindexedCount>();
  present = 0;

  constructor(path: string) {
    this.#pathDigest = fieldPathDigest(path);
  }

  get size(): number {
    return this.#byValue.size;
  }

  /** Counts a value once per document. */
  add(value: FilterScalar, document: number): void {
    let counted = this.#byValue.get(value);
    if (counted === undefined)
      this.#byValue.set(value, (counted = this.#of(valueHexOf(encodeScalar(this.#pathDigest, value)))));
    if (counted.lastDocument === document) return;
    counted.lastDocument = document;
    counted.count += 1;
  }

  *byValueHex(): Generator<[valueHex: string, count: number]> {
    for (const [valueHex, { count }] of this.#byValueHex) yield [valueHex, count];
  }

  #of(valueHex: string): UnindexedCount {
    let counted = this.#byValueHex.get(valueHex);
    if (counted === undefined) this.#byValueHex.set(valueHex, (counted = { count: 0, lastDocument: -1 }));
    return counted;
  }
}

interface UnindexedCount {
  count: number;
  lastDocument: number;
}

/**
 * Counts values of documents with too many field values by their metadata. Each document is read once for all fields.
 */
const countUnindexed = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  fields: readonly string[],
  documents: DocumentSet,
): Promise<ReadonlyMap<string, UnindexedCounts>> => {
  const byField = new Map(fields.map((field) => [field, new UnindexedCounts(field)]));
  for await (const row of readByNumber(kysely, collectionId, documents.numbers())) {
    forEachValue(filteredMetadata(row), (path, value) => {
      const counts = byField.get(path);
      if (counts === undefined) return;
      counts.present += 1;
      for (const item of scalarsIn(value)) counts.add(item, row.number!);
    });
    let size = 0;
    for (const counts of byField.values()) size += counts.size;
    if (size > MAX_UNINDEXED_VALUES) throw tooManyValues(fields);
  }
  return byField;
};

const scalarsIn = (value: JsonValue): readonly FilterScalar[] => {
  const items: readonly JsonValue[] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return items.filter((item): item is FilterScalar => item !== null && typeof item !== "object");
};

const tooManyValues = (fields: readonly string[]) =>
  new DomainError({
    code: "too_large",
    message:
      `fields: ${fields.join(", ")} have more than ${MAX_UNINDEXED_VALUES} different values in documents with more than ` +
      `${MAX_FIELD_VALUES} values each; count over fewer documents with filters`,
  });

const valuesAt = (
  metadata: ReturnType<typeof filteredMetadata>,
  path: string,
): ReadonlySet<FilterScalar> | undefined => {
  let found: ReadonlySet<FilterScalar> | undefined;
  forEachValue(metadata, (name, value) => {
    if (name === path) found = new Set(scalarsIn(value));
  });
  return found;
};

/** Finds the long value behind a digest, by reading a document that has it. */
const readValue = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  path: string,
  fieldValue: Buffer,
  documents: DocumentSet,
): Promise<FilterScalar | undefined> => {
  const candidates = documents.and(await new FieldValueReader(kysely, collectionId).documentsWith(fieldValue));
  const pathDigest = fieldPathDigest(path);
  for await (const row of readByNumber(kysely, collectionId, candidates.numbers())) {
    for (const value of valuesAt(filteredMetadata(row), path) ?? []) {
      if (encodeScalar(pathDigest, value).equals(fieldValue)) return value;
    }
  }
  return undefined;
};
