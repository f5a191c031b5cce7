import { compileFilter, type Filter, type JsonObject } from "@quarry/plugin/domain";
import { type PackedBatch, type PackedRecords, packPart, partSize } from "../packed-records.ts";
import { StoreFailure } from "../store-failure.ts";
import { requireHead, requireText, vectorOf } from "../storage/record-sums.ts";
import type { Mirror } from "./mirror.ts";
import type { ReadableCollection } from "./readable-collection.ts";

/** `[rid, id, metadata, text, vector]` */
type RecordRow = readonly [number, string, string, string, Uint8Array];

const BY_ID = "SELECT rid, id, metadata, text, vector FROM record WHERE id = ?";
const BY_RID = "SELECT rid, id, metadata, text, vector FROM record WHERE rid = ?";
const METADATA_FROM = "SELECT rid, metadata FROM record WHERE rid > ? ORDER BY rid";
const RIDS_FROM = "SELECT rid FROM record WHERE rid > ? ORDER BY rid";

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

/** A page in the order of `rid`; the cursor is the last one's. */
export const listRecords = (
  collection: ReadableCollection,
  filter: Filter | undefined,
  cursor: string | undefined,
  limit: number,
): PackedPage =>
  collection.snapshot(() => {
    const rids: number[] = [];
    let more = false;
    for (const rid of matchingRids(collection, filter, parseCursor(cursor))) {
      more = rids.length === limit;
      if (more) break;
      rids.push(rid);
    }
    const rows = rids.map((rid) => collection.first<RecordRow>(BY_RID, rid)!);
    return { records: pack(rows, collection.dimension), nextCursor: more ? String(rids.at(-1)) : undefined };
  });

const parseCursor = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0;
  const rid = Number(cursor);
  if (!/^\d+$/.test(cursor) || !Number.isSafeInteger(rid)) {
    throw new StoreFailure("invalid", `The cursor ${JSON.stringify(cursor)} is not one that a page gave.`);
  }
  return rid;
};

function* matchingRids(collection: ReadableCollection, filter: Filter | undefined, after: number): Iterable<number> {
  if (filter === undefined) {
    for (const [rid] of collection.iterate<[number]>(RIDS_FROM, after)) yield rid;
    return;
  }
  const matches = compileFilter(filter);
  for (const [rid, metadata] of collection.iterate<[number, string]>(METADATA_FROM, after)) {
    if (matches(JSON.parse(metadata) as JsonObject)) yield rid;
  }
}

/** All rows that match, with the sequence number of the state in which they did. */
export const findMatching = (
  collection: ReadableCollection,
  mirror: Mirror | undefined,
  filter: Filter,
): { readonly rids: Float64Array; readonly clock: number } => {
  if (mirror !== undefined) return { rids: Float64Array.from(mirrorRids(mirror, filter)), clock: mirror.clock };
  return collection.snapshot(() => ({
    rids: Float64Array.from(matchingRids(collection, filter, 0)),
    clock: collection.clock(),
  }));
};

function* mirrorRids(mirror: Mirror, filter: Filter): Iterable<number> {
  const matches = compileFilter(filter);
  for (let row = 0; row < mirror.length; row += 1) {
    if (mirror.isLive(row) && matches(mirror.metadata[row]!)) yield mirror.rid(row);
  }
}

export const countRecords = (
  collection: ReadableCollection,
  mirror: Mirror | undefined,
  filter: Filter | undefined,
): number => {
  if (filter !== undefined) return findMatching(collection, mirror, filter).rids.length;
  return mirror?.liveCount ?? collection.countRows();
};

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
