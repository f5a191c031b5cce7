import { compareStrings, compileFilter, type Filter, slicesOf } from "@quarry/plugin/domain";
import {
  compileFacts,
  nearestBeyondTies,
  type VectorHit,
  type VectorListRequest,
  type VectorPage,
  type VectorRecord,
  type VectorSearchRequest,
  type VectorSearchResult,
} from "@quarry/plugin";
import { BODY, bodyOf, idOf, KEY, uuidOf, VECTOR } from "./stored-object.ts";
import { toFilters } from "./to-filters.ts";
import type { WeaviateCalls } from "./weaviate-calls.ts";
import {
  byUuids,
  MAX_RESULTS,
  PAGE_SIZE,
  type Result,
  textOf,
  uuidOfResult,
  UUIDS,
  type Wanted,
} from "./weaviate-objects.ts";
import type { Filters } from "./weaviate-stub.ts";

/** Minimum page size: some of the objects that are checked one by one may not match. */
const MIN_PAGE_SIZE = 50;

/** Form of a filter that the server can apply. */
export interface ServerFilter {
  readonly filters?: Filters;
  /** Part of the filter that the server can't check; it is applied to the metadata. */
  readonly residual?: Filter;
}

/** Compiles a filter for the server; undefined if nothing can match. */
export const serverFilter = (filter: Filter | undefined): ServerFilter | undefined => {
  if (filter === undefined) return {};
  const { query, residual } = compileFacts(filter);
  const filters = toFilters(query);
  if (filters === "none") return undefined;
  return { ...(filters !== undefined && { filters }), ...(residual !== undefined && { residual }) };
};

export const searchClass = async (
  calls: WeaviateCalls,
  { vector, topK, filter }: VectorSearchRequest,
): Promise<VectorSearchResult> => {
  const applied = serverFilter(filter);
  if (applied === undefined) return { hits: [] };
  const hits = await nearestBeyondTies(topK, MAX_RESULTS, (count) => nearest(calls, vector, count, applied));
  const { residual } = applied;
  return residual === undefined ? { hits } : { hits, residual };
};

const nearest = async (
  calls: WeaviateCalls,
  vector: Float32Array,
  count: number,
  { filters, residual }: ServerFilter,
): Promise<readonly VectorHit[]> => {
  const results = await calls.search({
    limit: count,
    nearVector: { targets: { targetVectors: [VECTOR] }, vectors: [{ vectorBytes: bytesOf(vector), type: 1 }] },
    metadata: { uuid: true, distance: true },
    properties: { nonRefProperties: residual === undefined ? [KEY] : [KEY, BODY] },
    ...(filters !== undefined && { filters }),
  });
  return results.map((result): VectorHit => {
    const hit = { id: idOf(textOf(result, KEY)), cosine: cosineOf(result.metadata!.distance) };
    return residual === undefined ? hit : { ...hit, metadata: bodyOf(textOf(result, BODY)).metadata };
  });
};

/** The server's distance is the negative dot product, with rounding errors in the last digits. */
const cosineOf = (distance: number): number => Math.min(1, Math.max(-1, -distance));

export const bytesOf = (vector: Float32Array): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(vector.length * 4));
  for (const [index, value] of vector.entries()) bytes.setFloat32(index * 4, value, true);
  return new Uint8Array(bytes.buffer);
};

const toRecord = (result: Result): VectorRecord => {
  const { vectorBytes } = result.metadata!.vectors.find(({ name }) => name === VECTOR)!;
  const view = new DataView(vectorBytes.buffer, vectorBytes.byteOffset, vectorBytes.byteLength);
  const vector = Float32Array.from({ length: vectorBytes.byteLength / 4 }, (_, index) =>
    view.getFloat32(index * 4, true),
  );
  return { id: idOf(textOf(result, KEY)), vector, ...bodyOf(textOf(result, BODY)) };
};

const WHOLE: Wanted = {
  metadata: { uuid: true, vectors: [VECTOR] },
  properties: { nonRefProperties: [KEY, BODY] },
};

export const getRecords = async (calls: WeaviateCalls, ids: readonly string[]): Promise<readonly VectorRecord[]> =>
  (await byUuids(calls, [...new Set(ids)].map(uuidOf), WHOLE)).map(toRecord);

/** Lists a page of records. The cursor is the UUID of the last record. */
export const listRecords = async (
  calls: WeaviateCalls,
  { filter, cursor, limit }: VectorListRequest,
): Promise<VectorPage> => {
  const applied = serverFilter(filter);
  if (applied === undefined) return { records: [] };
  const matches = filter === undefined ? () => true : compileFilter(filter);
  const records: VectorRecord[] = [];
  let last = "";
  for await (const page of matching(calls, applied, cursor, limit + 1)) {
    for (const result of page) {
      const record = toRecord(result);
      if (!matches(record.metadata)) continue;
      if (records.length === limit) return { records, nextCursor: last };
      records.push(record);
      last = uuidOfResult(result);
    }
  }
  return { records };
};

/** Returns the ids of all matching records. */
export const matchingIds = async (calls: WeaviateCalls, filter: Filter): Promise<readonly string[]> => {
  const applied = serverFilter(filter);
  if (applied === undefined) return [];
  const matches = compileFilter(filter);
  const ids: string[] = [];
  for await (const page of matching(calls, applied)) {
    for (const result of page) {
      if (matches(bodyOf(textOf(result, BODY)).metadata)) ids.push(idOf(textOf(result, KEY)));
    }
  }
  return ids;
};

/**
 * Yields complete objects by UUID, starting after `after`: all matches, and also others if the server can't filter
 * them. The server can't page through a filtered result. So up to its limit of results the matches are found by their
 * UUIDs; beyond it all objects are read.
 */
async function* matching(
  calls: WeaviateCalls,
  { filters }: ServerFilter,
  after = "",
  wanted = PAGE_SIZE,
): AsyncGenerator<readonly Result[]> {
  const size = Math.min(PAGE_SIZE, Math.max(MIN_PAGE_SIZE, wanted));
  if (filters === undefined || (await calls.count(filters)) >= MAX_RESULTS) {
    yield* everything(calls, after, size);
    return;
  }
  const found = await calls.search({ limit: MAX_RESULTS, filters, ...UUIDS });
  const uuids = found
    .map(uuidOfResult)
    .filter((uuid) => uuid > after)
    .sort(compareStrings);
  for (const part of slicesOf(uuids, size)) {
    const page = await byUuids(calls, part, WHOLE);
    yield page.toSorted((a, b) => compareStrings(uuidOfResult(a), uuidOfResult(b)));
  }
}

async function* everything(calls: WeaviateCalls, after: string, size: number): AsyncGenerator<readonly Result[]> {
  for (let last = after; ;) {
    const page = await calls.search({ limit: size, after: last, ...WHOLE });
    if (page.length > 0) yield page;
    if (page.length < size) return;
    last = uuidOfResult(page.at(-1)!);
  }
}
