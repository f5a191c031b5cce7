import { compileFilter, type Filter, type JsonObject } from "@quarry/plugin/domain";
import { takeBits } from "../../columns/row-bits.ts";
import { type PackedBatch, type PackedRecords, packPart, partSize } from "../packed-records.ts";
import { StoreFailure } from "../store-failure.ts";
import { requireHead, requireText, vectorOf } from "../storage/record-sums.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { type CurrentMirror, type SelectedRows, selectRows } from "./selected-rows.ts";
import { runToCompletion, isSliceOver, type Sliced } from "./sliced.ts";

/** `[rid, id, metadata, text, vector]` */
type RecordRow = readonly [number, string, string, string, Uint8Array];

const BY_ID = "SELECT rid, id, metadata, text, vector FROM record WHERE id = ?";
const BY_RID = "SELECT rid, id, metadata, text, vector FROM record WHERE rid = ?";
const METADATA_FROM = "SELECT rid, metadata FROM record WHERE rid > ? ORDER BY rid";
const RIDS_FROM = "SELECT rid FROM record WHERE rid > ? ORDER BY rid LIMIT ?";

export interface PackedPage {
  readonly records: PackedBatch;
  readonly nextCursor: string | undefined;
}

export const getRecords = (collection: ReadableCollection, ids: readonly string[]): PackedBatch =>
  collection.snapshot(() => {
    const wanted = new Set(ids.filter((id) => id.isWellFormed()));
    const rows = [...wanted].map((id) => collection.first<RecordRow>(BY_ID, id));
    return pack(
      rows.filter((row) => row !== undefined),
      collection.dimension,
    );
  });

/**
 * Returns a page in order of `rid`. The cursor is the `rid` of the last record. Uses the mirror if one is cached, to
 * avoid reading metadata.
 */
export function* listRecords(
  collection: ReadableCollection,
  current: CurrentMirror,
  {
    filter,
    cursor,
    limit,
  }: { readonly filter?: Filter | undefined; readonly cursor?: string | undefined; readonly limit: number },
): Sliced<PackedPage> {
  const after = parseCursor(cursor);
  const wanted = { after, count: limit + 1 };
  const rids =
    filter === undefined ? firstRids(collection, wanted) : yield* firstMatching(collection, current, filter, wanted);
  const page = rids.slice(0, limit);
  const nextCursor = rids.length > limit ? String(page.at(-1)) : undefined;
  return collection.snapshot(() => {
    // Records can have been removed since.
    const rows = page.map((rid) => collection.first<RecordRow>(BY_RID, rid)).filter((row) => row !== undefined);
    return { records: pack(rows, collection.dimension), nextCursor };
  });
}

/** Request for `count` rows with numbers above `after`. */
interface WantedRows {
  readonly after: number;
  readonly count: number;
}

const firstRids = (collection: ReadableCollection, { after, count }: WantedRows): readonly number[] =>
  [...collection.iterate<[number]>(RIDS_FROM, after, count)].map(([rid]) => rid);

function* firstMatching(
  collection: ReadableCollection,
  current: CurrentMirror,
  filter: Filter,
  { after, count }: WantedRows,
): Sliced<readonly number[]> {
  const selected = yield* selectRows(current, filter);
  if (selected !== undefined) {
    const { mirror, rows } = selected;
    const found = new Int32Array(count);
    const taken = takeBits(rows, found, mirror.rowAfter(after), mirror.length);
    return Array.from(found.subarray(0, taken), (row) => mirror.rid(row));
  }
  return yield* matchingRids(collection, filter, after, count);
}

const parseCursor = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0;
  const rid = Number(cursor);
  if (!/^\d+$/.test(cursor) || !Number.isSafeInteger(rid)) {
    throw new StoreFailure("invalid", `The cursor ${JSON.stringify(cursor)} is not one that a page gave.`);
  }
  return rid;
};

/**
 * Scans for the first `count` records that match. The visible state can change whenever it yields. It continues after
 * the last record read, so it misses no record that exists at its end.
 */
function* matchingRids(
  collection: ReadableCollection,
  filter: Filter,
  after: number,
  count = Number.POSITIVE_INFINITY,
): Sliced<readonly number[]> {
  const matches = compileFilter(filter);
  const found: number[] = [];
  let last = after;
  for (let isOver = false; !isOver && found.length < count;) {
    isOver = true;
    for (const [rid, metadata] of collection.iterate<[number, string]>(METADATA_FROM, last)) {
      last = rid;
      if (matches(JSON.parse(metadata) as JsonObject)) found.push(rid);
      isOver = found.length < count && !isSliceOver();
      if (!isOver) break;
    }
    if (!isOver && found.length < count) yield;
  }
  return found;
}

/** Returns the `rid`s of all records that match, and the sequence number of the state in which they did. */
export function* findMatching(
  collection: ReadableCollection,
  current: CurrentMirror,
  filter: Filter,
): Sliced<{ readonly rids: Float64Array; readonly clock: number }> {
  const selected = yield* selectRows(current, filter);
  if (selected !== undefined) return { rids: ridsOf(selected), clock: selected.mirror.clock };
  const clock = collection.clock();
  return { rids: Float64Array.from(yield* matchingRids(collection, filter, 0)), clock };
}

const ridsOf = ({ mirror, rows, count }: SelectedRows): Float64Array => {
  const all = new Int32Array(count);
  takeBits(rows, all, 0, mirror.length);
  return Float64Array.from(all, (row) => mirror.rid(row));
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

const pack = (rows: readonly RecordRow[], dimension: number): PackedBatch => {
  const size = partSize(dimension);
  const parts: PackedRecords[] = [];
  for (let start = 0; start < rows.length; start += size) {
    parts.push(packRows(rows.slice(start, start + size), dimension));
  }
  return { dimension, parts };
};

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
