import { composed, type FilterScalar, type JsonValue } from "@quarry/plugin/domain";
import { forEachValue } from "@quarry/plugin/facts";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { filteredMetadata } from "./document-facts.ts";
import { DocumentSet } from "./document-set.ts";
import { FactReader } from "./fact-reader.ts";
import { kindRange } from "./fact-ranges.ts";
import {
  CROWDED_PATH,
  type FactPath,
  factPath,
  KIND,
  PATH_BYTES,
  presentFact,
  valueFact,
  valueOfFact,
} from "./fact-values.ts";
import { readNumbered } from "./match-documents.ts";
import { forEachStored } from "./stored-facts.ts";

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

/** A value is told by what its fact has behind the path, as digits. */
interface Counted {
  readonly rest: string;
  readonly count: number;
}

/** Where values stand, in the order of their kinds. */
const VALUES = [KIND.boolean, KIND.number, KIND.string, KIND.date, KIND.digest] as const;

export const countFacet = async (
  kysely: Kysely<Tables>,
  collectionId: string,
  path: string,
  documents: DocumentSet,
  most: number,
): Promise<Facet> => {
  const reader = new FactReader(kysely, collectionId);
  const at = factPath(composed(path));
  const crowded = documents.and(await reader.having(presentFact(CROWDED_PATH)));
  const others = await countCrowded(kysely, collectionId, composed(path), crowded);
  const counts = new FacetCounts(others.counts, most);
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
  const present = documents.and(await reader.having(presentFact(at))).count + others.present;
  const values: FacetValue[] = [];
  for (const { rest, count } of counts.best()) {
    const fact = factOf(at, rest);
    const value = valueOfFact(fact) ?? (await readValue(kysely, collectionId, composed(path), fact, documents));
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

const factOf = (path: FactPath, rest: string): Buffer => Buffer.concat([path, Buffer.from(rest, "hex")]);

const restOf = (fact: Buffer): string => fact.subarray(PATH_BYTES).toString("hex").toUpperCase();

/** Facts stand in the order of their values. */
const endsOf = <Value extends number | string>(
  path: FactPath,
  ends: Ends<string> | undefined,
): Ends<Value> | undefined =>
  ends && {
    min: valueOfFact(factOf(path, ends.min)) as Value,
    max: valueOfFact(factOf(path, ends.max)) as Value,
  };

class FacetCounts {
  readonly #most: number;
  /** Of documents whose values have no facts. */
  readonly #others: Map<string, number>;
  #best: Counted[] = [];
  /** The first and the last of each kind that was counted. */
  readonly ends = new Map<number, Ends<string>>();
  valueCount = 0;

  constructor(others: ReadonlyMap<string, number>, most: number) {
    this.#others = new Map(others);
    this.#most = most;
  }

  add(rest: string, count: number): void {
    const sum = count + (this.#others.get(rest) ?? 0);
    this.#others.delete(rest);
    if (sum === 0) return;
    this.valueCount += 1;
    this.#best.push({ rest, count: sum });
    if (this.#best.length >= 4 * this.#most + 256) this.#cut();
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
    this.#cut();
    return this.#best;
  }

  #cut(): void {
    this.#best.sort((one, other) => other.count - one.count || (one.rest < other.rest ? -1 : 1));
    this.#best = this.#best.slice(0, this.#most);
  }
}

/** Of documents with too many facts: by their metadata. */
const countCrowded = async (kysely: Kysely<Tables>, collectionId: string, path: string, documents: DocumentSet) => {
  const at = factPath(path);
  const counts = new Map<string, number>();
  let present = 0;
  for await (const rows of readNumbered(kysely, collectionId, documents.numbers())) {
    for (const row of rows) {
      const values = valuesAt(filteredMetadata(row), path);
      if (values === undefined) continue;
      present += 1;
      for (const value of values) {
        const rest = restOf(valueFact(at, value));
        counts.set(rest, (counts.get(rest) ?? 0) + 1);
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
