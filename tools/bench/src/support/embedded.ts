import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { VectorStoreV1 } from "@quarry/plugin";
import type { JsonObject } from "@quarry/plugin/domain";
import vectorEmbedded from "@quarry/vector-embedded";
import { Effect } from "effect";
import { openPlugin } from "./plugins.ts";

export const TOP_K = 10;
const BATCH = 500;
const LOOK_MS = 200;
/** Offset of the number of rows in an index file, in 64-bit numbers. */
const ROWS_AT = 2;

export const openEmbedded = (directory: string, settings: object = {}) =>
  openPlugin(vectorEmbedded, settings, directory);

const FIRST_DATE = 1_700_000_000_000;
const MINUTE_MS = 60_000;

const dateOf = (row: number): string => new Date(FIRST_DATE + row * MINUTE_MS).toISOString();

const metadataOf = (row: number) => ({
  ...{ filename: `file-${row % 97}.md`, tens: row % 10, hundreds: row % 100, thousands: row % 1_000 },
  ...{ tenant: `tenant-${row % 10_000}`, is_even: row % 2 === 0, tags: [`t${row % 7}`], created_at: dateOf(row) },
});

/** Returns typical filters, each with the number of rows that it matches. */
export const filtersOf = (rows: number) => {
  const tenants = Array.from({ length: 1_000 }, (_, at) => at * 3);
  const among = new Set(tenants);
  return {
    "0.01 %": [{ tenant: "tenant-7" }, (row) => row % 10_000 === 7],
    "0.1 %": [{ thousands: 3 }, (row) => row % 1_000 === 3],
    "1 %": [{ hundreds: 3 }, (row) => row % 100 === 3],
    "10 %": [{ tens: 3 }, (row) => row % 10 === 3],
    "50 %": [{ is_even: true }, (row) => row % 2 === 0],
    "all but 10 %": [{ tens: { $ne: 3 } }, (row) => row % 10 !== 3],
    "the last 5 % by date": [
      { created_at: { $gte: dateOf(Math.ceil(rows * 0.95)) } },
      (row) => row >= Math.ceil(rows * 0.95),
    ],
    "1,000 tenants of 10,000": [
      { tenant: { $in: tenants.map((tenant) => `tenant-${tenant}`) } },
      (row) => among.has(row % 10_000),
    ],
    "a tag": [{ tags: "t3" }, (row) => row % 7 === 3],
  } satisfies Record<string, readonly [JsonObject, (row: number) => boolean]>;
};

/** Writes this number of vectors, with the metadata that `filtersOf` uses. */
export const fillVectors = async (
  store: VectorStoreV1,
  collection: string,
  rows: number,
  next: (row: number) => Float32Array,
): Promise<void> => {
  for (let start = 0; start < rows; start += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, rows - start) }, (_, offset) => {
      const row = start + offset;
      return { id: `row-${row}`, vector: next(row), metadata: metadataOf(row), text: "" };
    });
    const dimension = records[0]!.vector.length;
    if (start === 0) await Effect.runPromise(store.ensureCollection({ collection, dimension }));
    await Effect.runPromise(store.upsert(collection, records));
  }
};

/**
 * Searches once, which starts indexing, and waits until the graph of a collection contains all its rows and is stored.
 */
export const untilIndexed = async (
  store: VectorStoreV1,
  directory: string,
  collection: string,
  { rows, vector }: { readonly rows: number; readonly vector: Float32Array },
): Promise<void> => {
  await Effect.runPromise(store.search(collection, { vector, topK: 1 }));
  while ((await storedRows(join(directory, `collection-${collection}.sqlite-index`))) < rows) await pause(LOOK_MS);
};

const storedRows = async (path: string): Promise<number> => {
  const header = new Float64Array(ROWS_AT + 1);
  try {
    await using file = await open(path);
    await file.read(new Uint8Array(header.buffer));
  } catch {
    return 0;
  }
  return header[ROWS_AT]!;
};

/** Exact nearest rows by a plain scan without a library, over every `step`th row from `first` on. */
export class PlainScan {
  readonly query: Float32Array;
  readonly #best: { readonly row: number; readonly score: number }[] = [];

  constructor(query: Float32Array) {
    this.query = query;
  }

  /** Must be called with every row. */
  offer(row: number, vector: Float32Array): void {
    const { query } = this;
    let score = 0;
    for (let i = 0; i < query.length; i += 1) score += vector[i]! * query[i]!;
    const best = this.#best;
    if (best.length === TOP_K && score <= best[TOP_K - 1]!.score) return;
    best.push({ row, score });
    best.sort((a, b) => b.score - a.score);
    best.length = Math.min(best.length, TOP_K);
  }

  static of(query: Float32Array, rows: readonly Float32Array[], first = 0, step = 1): PlainScan {
    const scan = new PlainScan(query);
    for (let row = first; row < rows.length; row += step) scan.offer(row, rows[row]!);
    return scan;
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.#best.map(({ row }) => `row-${row}`));
  }
}

/** Returns the percentage of the nearest rows that a search misses. */
export const missedOf = async (
  scans: readonly PlainScan[],
  search: (query: Float32Array) => Promise<readonly string[]>,
): Promise<number> => {
  let [found, wanted] = [0, 0];
  for (const { query, ids } of scans) {
    found += (await search(query)).filter((id) => ids.has(id)).length;
    wanted += ids.size;
  }
  return 100 * (1 - found / wanted);
};
