import { composed, DomainError, type FilterScalar, type JsonValue } from "@quarry/plugin/domain";
import { forEachValue } from "@quarry/plugin/facts";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { filteredMetadata, MAX_FIELD_VALUES } from "./document-field-values.ts";
import { DocumentSet } from "./document-set.ts";
import { FieldValueReader } from "./field-value-reader.ts";
import { kindRange } from "./field-value-ranges.ts";
import {
  CROWDED_PATH,
  type FieldPathDigest,
  fieldPathDigest,
  KIND,
  PATH_BYTES,
  presentValue,
  scalarValue,
  scalarOf,
} from "./field-value-bytes.ts";
import { type DocumentMatch, readNumbered } from "./match-documents.ts";
import { forEachStored } from "./stored-field-values.ts";

/** Values at one path of some documents. An array counts for each of its values. */
export interface Facet {
  /** The most frequent ones; of those with one count, in their order. */
  readonly values: readonly FacetValue[];
  /** Number of distinct values. */
  readonly valueCount: number;
  /** Number of documents with a value at the path, and without one. */
  readonly present: number;
  readonly missing: number;
  /** Of the numbers; undefined where there are none. */
  readonly numbers: Ends<number> | undefined;
  /** Of the strings that begin as dates of ISO 8601 do; undefined where there are none. */
  readonly dates: Ends<string> | undefined;
}

export interface FacetValue {
  readonly value: FilterScalar;
  readonly count: number;
}

export interface Ends<Value> {
  readonly min: Value;
  readonly max: Value;
}

/** A value is told by what its field value has behind the path, as digits. */
interface Counted {
  readonly rest: string;
  readonly count: number;
}

/** Kinds of indexed values, in their order. */
const VALUES = [KIND.boolean, KIND.number, KIND.string, KIND.date, KIND.digest] as const;

export interface FacetRequest extends DocumentMatch {
  readonly fields: readonly string[];
  /** Values of each field. */
  readonly limit: number;
  /** Only these documents. */
  readonly ids?: readonly string[] | undefined;
}

export interface FacetCount {
  /** Documents that are counted. */
  readonly total: number;
  /** In the order of the fields. */
  readonly facets: readonly Facet[];
}

/** Fails with `too_large` for more different values than are counted beside each other. */
export const countFacets = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  documents: DocumentSet,
  { fields, limit }: FacetRequest,
): Promise<FacetCount> => {
  const crowded = documents.and(await new FieldValueReader(kysely, collectionId).having(presentValue(CROWDED_PATH)));
  const paths = fields.map(composed);
  const others = await countCrowded(kysely, collectionId, paths, crowded);
  const facets: Facet[] = [];
  for (const path of paths) {
    facets.push(await countFacet(kysely, collectionId, path, documents, limit, others.get(path)!));
  }
  return { total: documents.count, facets };
};

const countFacet = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  path: string,
  documents: DocumentSet,
  most: number,
  others: CrowdedCounts,
): Promise<Facet> => {
  const reader = new FieldValueReader(kysely, collectionId);
  const at = fieldPathDigest(path);
  const counts = new FacetCounts(others.byRest(), most);
  for (const kind of VALUES) {
    let [current, count] = ["", 0];
    for await (const text of reader.textsIn(kindRange(at, kind))) {
      forEachStored(text, ({ rest, block, start, end }) => {
        if (rest !== current) {
          if (rest < current) throw new Error("facts are out of order");
          counts.add(current, count);
          [current, count] = [rest, 0];
        }
        count += documents.countStored(block, text, start, end);
      });
    }
    counts.add(current, count);
  }
  counts.addOthers();
  const present = documents.and(await reader.having(presentValue(at))).count + others.present;
  const values: FacetValue[] = [];
  for (const { rest, count } of counts.best()) {
    const fieldValue = fieldValueOf(at, rest);
    const value = scalarOf(fieldValue) ?? (await readValue(kysely, collectionId, path, fieldValue, documents));
    if (value !== undefined) values.push({ value, count });
  }
  return {
    values,
    valueCount: counts.valueCount,
    present,
    missing: documents.count - present,
    numbers: endsOf<number>(at, counts.ends.get(KIND.number)),
    dates: endsOf<string>(at, counts.ends.get(KIND.date)),
  };
};

const fieldValueOf = (path: FieldPathDigest, rest: string): Buffer => Buffer.concat([path, Buffer.from(rest, "hex")]);

const restOf = (fieldValue: Buffer): string => fieldValue.subarray(PATH_BYTES).toString("hex").toUpperCase();

/** Field values stand in the order of their values. */
const endsOf = <Value extends number | string>(
  path: FieldPathDigest,
  ends: Ends<string> | undefined,
): Ends<Value> | undefined =>
  ends && {
    min: scalarOf(fieldValueOf(path, ends.min)) as Value,
    max: scalarOf(fieldValueOf(path, ends.max)) as Value,
  };

class FacetCounts {
  readonly #most: number;
  /** Of documents whose values are not indexed. */
  readonly #others: Map<string, number>;
  #best: Counted[] = [];
  /** The first and the last of each kind that was counted. */
  readonly ends = new Map<number, Ends<string>>();
  valueCount = 0;

  constructor(others: Iterable<[rest: string, count: number]>, most: number) {
    this.#others = new Map(others);
    this.#most = most;
  }

  add(rest: string, count: number): void {
    const sum = count + (this.#others.get(rest) ?? 0);
    this.#others.delete(rest);
    if (sum === 0) return;
    this.valueCount += 1;
    this.#best.push({ rest, count: sum });
    if (this.#best.length >= 4 * this.#most + 256) this.#truncate();
    const kind = Number.parseInt(rest.slice(0, 2), 16);
    const ends = this.ends.get(kind);
    if (ends === undefined) this.ends.set(kind, { min: rest, max: rest });
    else if (rest > ends.max) this.ends.set(kind, { ...ends, max: rest });
    else if (rest < ends.min) this.ends.set(kind, { ...ends, min: rest });
  }

  addOthers(): void {
    for (const rest of [...this.#others.keys()]) this.add(rest, 0);
  }

  best(): readonly Counted[] {
    this.#truncate();
    return this.#best;
  }

  #truncate(): void {
    this.#best.sort((one, other) => other.count - one.count || (one.rest < other.rest ? -1 : 1));
    this.#best = this.#best.slice(0, this.#most);
  }
}

/** Different values that are counted in memory, of all fields of a request: some 50 MB. */
const MOST_CROWDED_VALUES = 262_144;

/** The counts of one field's values in documents that have no indexed values of them. */
class CrowdedCounts {
  readonly #at: FieldPathDigest;
  /** A value that many documents have is indexed once. */
  readonly #byValue = new Map<FilterScalar, CrowdedCount>();
  /** By what their field values have behind the path. */
  readonly #byRest = new Map<string, CrowdedCount>();
  present = 0;

  constructor(path: string) {
    this.#at = fieldPathDigest(path);
  }

  get size(): number {
    return this.#byValue.size;
  }

  /** Counts a value once per document. */
  add(value: FilterScalar, document: number): void {
    let counted = this.#byValue.get(value);
    if (counted === undefined) this.#byValue.set(value, (counted = this.#of(restOf(scalarValue(this.#at, value)))));
    if (counted.lastDocument === document) return;
    counted.lastDocument = document;
    counted.count += 1;
  }

  *byRest(): Generator<[rest: string, count: number]> {
    for (const [rest, { count }] of this.#byRest) yield [rest, count];
  }

  #of(rest: string): CrowdedCount {
    let counted = this.#byRest.get(rest);
    if (counted === undefined) this.#byRest.set(rest, (counted = { count: 0, lastDocument: -1 }));
    return counted;
  }
}

interface CrowdedCount {
  count: number;
  lastDocument: number;
}

/** Of documents with too many field values: by their metadata, each read once for all fields. */
const countCrowded = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  fields: readonly string[],
  documents: DocumentSet,
): Promise<ReadonlyMap<string, CrowdedCounts>> => {
  const byField = new Map(fields.map((field) => [field, new CrowdedCounts(field)]));
  for await (const row of readNumbered(kysely, collectionId, documents.numbers())) {
    forEachValue(filteredMetadata(row), (path, value) => {
      const counts = byField.get(path);
      if (counts === undefined) return;
      counts.present += 1;
      for (const item of scalarsIn(value)) counts.add(item, row.number!);
    });
    let size = 0;
    for (const counts of byField.values()) size += counts.size;
    if (size > MOST_CROWDED_VALUES) throw tooManyValues(fields);
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
      `fields: ${fields.join(", ")} have more than ${MOST_CROWDED_VALUES} different values in documents with more than ` +
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

/** The long value that a digest stands for, of a document that has it. */
const readValue = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  path: string,
  fieldValue: Buffer,
  documents: DocumentSet,
): Promise<FilterScalar | undefined> => {
  const holders = documents.and(await new FieldValueReader(kysely, collectionId).having(fieldValue));
  const at = fieldPathDigest(path);
  for await (const row of readNumbered(kysely, collectionId, holders.numbers())) {
    for (const value of valuesAt(filteredMetadata(row), path) ?? []) {
      if (scalarValue(at, value).equals(fieldValue)) return value;
    }
  }
  return undefined;
};
