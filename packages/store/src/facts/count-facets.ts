import type { FilterScalar, JsonValue } from "@quarry/plugin/domain";
import { forEachValue } from "@quarry/plugin/facts";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { filteredMetadata } from "./document-facts.ts";
import { DocumentSet } from "./document-set.ts";
import { FactReader } from "./fact-reader.ts";
import { kindRange } from "./fact-ranges.ts";
import { CROWDED_PATH, factPath, KIND, presentFact, valueFact, VALUE_START, valueOfFact } from "./fact-values.ts";
import { readNumbered } from "./match-documents.ts";

/** What stands at one path of some documents. An array counts for each of its values. */
export interface Facet {
  /** The most frequent ones; of those with one count, in their order. */
  readonly values: readonly FacetValue[];
  /** How many different values there are. */
  readonly valueCount: number;
  /** How many of the documents have something there, and how many have nothing. */
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

interface Counted {
  readonly fact: Buffer;
  readonly count: number;
}

/** Where values stand, in the order of their kinds. */
const VALUES = [[KIND.boolean], [KIND.number], [KIND.string, KIND.date], [KIND.digest]] as const;

export const countFacet = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  path: string,
  documents: DocumentSet,
  most: number,
): Promise<Facet> => {
  const reader = new FactReader(kysely, collectionId);
  const at = factPath(path);
  const crowded = documents.and(await reader.having(presentFact(CROWDED_PATH)));
  const others = await countCrowded(kysely, collectionId, path, crowded);
  const counts = new FacetCounts(others.counts, most);
  for (const [first, last = first] of VALUES) {
    let current: { fact: Buffer; count: number } | undefined;
    for await (const rows of reader.rowsIn(kindRange(at, first, last))) {
      for (const { fact, block, data } of rows) {
        if (current === undefined || current.fact.compare(fact) !== 0) {
          if (current !== undefined) counts.add(current);
          current = { fact: Buffer.from(fact), count: 0 };
        }
        current.count += documents.countStored(block, data);
      }
    }
    if (current !== undefined) counts.add(current);
  }
  counts.addOthers();
  const present = documents.and(await reader.having(presentFact(at))).count + others.present;
  const values: FacetValue[] = [];
  for (const { fact, count } of counts.best()) {
    const value = valueOfFact(fact) ?? (await readValue(kysely, collectionId, path, fact, documents));
    if (value !== undefined) values.push({ value, count });
  }
  return {
    values,
    valueCount: counts.valueCount,
    present,
    missing: documents.count - present,
    numbers: counts.numbers,
    dates: counts.dates,
  };
};

const keyOf = (fact: Buffer): string => fact.toString("latin1");

/** Takes up counts in the order of facts. */
class FacetCounts {
  readonly #most: number;
  /** Of documents whose values have no facts, by fact. */
  readonly #others: Map<string, Counted>;
  #best: Counted[] = [];
  #numbers: Ends<number> | undefined;
  #dates: Ends<string> | undefined;
  valueCount = 0;

  constructor(others: ReadonlyMap<string, Counted>, most: number) {
    this.#others = new Map(others);
    this.#most = most;
  }

  get numbers(): Ends<number> | undefined {
    return this.#numbers;
  }

  get dates(): Ends<string> | undefined {
    return this.#dates;
  }

  add({ fact, count }: Counted): void {
    const key = keyOf(fact);
    const sum = count + (this.#others.get(key)?.count ?? 0);
    this.#others.delete(key);
    if (sum === 0) return;
    this.valueCount += 1;
    this.#best.push({ fact, count: sum });
    if (this.#best.length >= 4 * this.#most + 256) this.#cut();
    const value = valueOfFact(fact);
    if (typeof value === "number") this.#numbers = widened(this.#numbers, value);
    else if (fact[VALUE_START - 1] === KIND.date) this.#dates = widened(this.#dates, value as string);
  }

  addOthers(): void {
    for (const counted of [...this.#others.values()]) {
      this.#others.delete(keyOf(counted.fact));
      this.add(counted);
    }
  }

  best(): readonly Counted[] {
    this.#cut();
    return this.#best;
  }

  #cut(): void {
    this.#best.sort((one, other) => other.count - one.count || one.fact.compare(other.fact));
    this.#best = this.#best.slice(0, this.#most);
  }
}

const widened = <Value extends number | string>(ends: Ends<Value> | undefined, value: Value): Ends<Value> => ({
  min: ends === undefined || value < ends.min ? value : ends.min,
  max: ends === undefined || value > ends.max ? value : ends.max,
});

/** Of documents with too many facts: by their metadata. */
const countCrowded = async (kysely: Kysely<Tables>, collectionId: string, path: string, documents: DocumentSet) => {
  const at = factPath(path);
  const counts = new Map<string, Counted>();
  let present = 0;
  for await (const rows of readNumbered(kysely, collectionId, documents.numbers())) {
    for (const row of rows) {
      const values = valuesAt(filteredMetadata(row), path);
      if (values === undefined) continue;
      present += 1;
      for (const value of values) {
        const fact = valueFact(at, value);
        counts.set(keyOf(fact), { fact, count: (counts.get(keyOf(fact))?.count ?? 0) + 1 });
      }
    }
  }
  return { counts, present };
};

const valuesAt = (
  metadata: ReturnType<typeof filteredMetadata>,
  path: string,
): ReadonlySet<FilterScalar> | undefined => {
  let found: ReadonlySet<FilterScalar> | undefined;
  forEachValue(metadata, (name, value) => {
    if (name !== path) return;
    const items: readonly JsonValue[] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
    found = new Set(items.filter((item): item is FilterScalar => item !== null && typeof item !== "object"));
  });
  return found;
};

/** The long value that a digest stands for, of a document that has it. */
const readValue = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  path: string,
  fact: Buffer,
  documents: DocumentSet,
): Promise<FilterScalar | undefined> => {
  const holders = documents.and(await new FactReader(kysely, collectionId).having(fact));
  const at = factPath(path);
  for await (const rows of readNumbered(kysely, collectionId, holders.numbers())) {
    for (const row of rows) {
      for (const value of valuesAt(filteredMetadata(row), path) ?? []) {
        if (valueFact(at, value).equals(fact)) return value;
      }
    }
  }
  return undefined;
};
