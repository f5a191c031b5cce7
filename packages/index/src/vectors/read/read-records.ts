import { compileFilter, type Filter, type JsonObject } from "@quarry/plugin/domain";
import { takeBits } from "../../columns/row-bits.ts";
import { type PackedBatch, type PackedRecords, packPart, partSize } from "../packed-records.ts";
import { StoreFailure } from "../store-failure.ts";
import { requireHead, requireText, vectorOf } from "../storage/record-sums.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { type CurrentMirror, type SelectedRows, selectRows } from "./selected-rows.ts";
import { runToCompletion, type Sliced } from "./sliced.ts";

/** `[rid, id, metadata, text, vector]` */
type RecordRow = readonly [number, string, string, string, Uint8Array];

const BY_ID = "SELECT rid, id, metadata, text, vector FROM record WHERE id = ?";
const BY_RID = "SELECT rid, id, metadata, text, vector FROM record WHERE rid = ?";
const METADATA_FROM = "SELECT rid, metadata FROM record WHERE rid > ? ORDER BY rid";
const RIDS_FROM = "SELECT rid FROM record WHERE rid > ? ORDER BY rid LIMIT ?";

export interface PackedPage {
  readonly records: PackedBatch;
  /** Cursor of the next page, if there is one. */
  readonly nextCursor?: string | undefined;
}

export const getRecords = (collection: ReadableCollection, ids: readonly string[]): PackedBatch =>
  readRecords(collection, BY_ID, new Set(ids.filter((id) => id.isWellFormed())));

export interface PageRequest {
  readonly filter?: Filter | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/**
 * Returns a page in order of `rid`. The cursor is the `rid` of the last record. Uses the mirror if one is cached, to
 * avoid reading metadata.
 */
export function* listRecords(
  collection: ReadableCollection,
  current: CurrentMirror,
  { filter, cursor, limit }: PageRequest,
): Sliced<PackedPage> {
  const after = parseCursor(cursor);
  const rids = yield* firstRids(collection, current, filter, after, limit + 1);
  const page = rids.slice(0, limit);
  const nextCursor = rids.length > limit ? String(page.at(-1)) : undefined;
  // Records can have been removed since.
  return { records: readRecords(collection, BY_RID, page), nextCursor };
}

/** Returns the first `count` records above `after` that match. */
function* firstRids(
  collection: ReadableCollection,
  current: CurrentMirror,
  filter: Filter | undefined,
  after: number,
  count: number,
): Sliced<readonly number[] | Float64Array> {
  if (filter === undefined) return [...collection.iterate<[number]>(RIDS_FROM, after, count)].map(([rid]) => rid);
  const selected = yield* selectRows(current, filter);
  return selected === undefined
    ? yield* matchingRids(collection, filter, after, count)
    : ridsOf(selected, selected.mirror.rowAfter(after), count);
}

const parseCursor = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0;
  const rid = Number(cursor);
  if (!/^\d+$/.test(cursor) || !Number.isSafeInteger(rid)) {
    throw new StoreFailure("invalid", `The cursor ${JSON.stringify(cursor)} is not one that a page gave.`);
  }
  return rid;
};

/** Scans for the first `count` records that match. */
function* matchingRids(
  collection: ReadableCollection,
  filter: Filter,
  after: number,
  count = Number.POSITIVE_INFINITY,
): Sliced<readonly number[]> {
  const matches = compileFilter(filter);
  const found: number[] = [];
  const visit = ([rid, metadata]: readonly [number, string]): void => {
    if (matches(JSON.parse(metadata) as JsonObject)) found.push(rid);
  };
  yield* collection.scan(METADATA_FROM, after, visit, () => found.length === count);
  return found;
}

/** Returns the `rid`s of all records that match, and the sequence number of the state in which they did. */
export function* findMatching(
  collection: ReadableCollection,
  current: CurrentMirror,
  filter: Filter,
): Sliced<{ readonly rids: Float64Array; readonly clock: number }> {
  const selected = yield* selectRows(current, filter);
  if (selected !== undefined) return { rids: ridsOf(selected, 0, selected.count), clock: selected.mirror.clock };
  const clock = collection.clock();
  return { rids: Float64Array.from(yield* matchingRids(collection, filter, 0)), clock };
}

/** Returns the `rid`s of the first `count` selected rows, from the row `start` on. */
const ridsOf = ({ mirror, rows }: SelectedRows, start: number, count: number): Float64Array => {
  const found = new Int32Array(count);
  const taken = takeBits(rows, found, start, mirror.length);
  return Float64Array.from(found.subarray(0, taken), (row) => mirror.rid(row));
};

export function* countRecords(
  collection: ReadableCollection,
  current: CurrentMirror,
  filter: Filter | undefined,
): Sliced<number> {
  const selected = yield* selectRows(current, filter);
  if (selected !== undefined) return selected.count;
  if (filter === undefined) return collection.countRows();
  // Counts in a single snapshot: with yields in between, the records counted would not all exist at the same time.
  return collection.snapshot(() => runToCompletion(matchingRids(collection, filter, 0)).length);
}

/** Reads the records of these keys that exist. */
const readRecords = (
  collection: ReadableCollection,
  sql: typeof BY_ID | typeof BY_RID,
  keys: Iterable<string | number>,
): PackedBatch =>
  collection.snapshot(() => {
    const { dimension } = collection;
    const rows = Array.from(keys, (key) => collection.first<RecordRow>(sql, key)).filter((row) => row !== undefined);
    const size = partSize(dimension);
    const parts: PackedRecords[] = [];
    for (let start = 0; start < rows.length; start += size) {
      parts.push(packRows(rows.slice(start, start + size), dimension));
    }
    return { dimension, parts };
  });

const packRows = (rows: readonly RecordRow[], dimension: number): PackedRecords => {
  const vectors = new Float32Array(rows.length * dimension);
  const bytes = new Uint8Array(vectors.buffer);
  for (const [i, [rid, id, metadata, text, stored]] of rows.entries()) {
    requireHead(rid, id, metadata, stored, dimension);
    requireText(text, stored, dimension);
    bytes.set(vectorOf(stored, dimension), i * dimension * Float32Array.BYTES_PER_ELEMENT);
  }
  const strings = {
    ids: rows.map((row) => row[1]),
    metadata: rows.map((row) => row[2]),
    texts: rows.map((row) => row[3]),
  };
  return packPart(strings, vectors);
};
