import { compareStrings, compileFilter, type Filter } from "@quarry/plugin/domain";
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
import { type Collection, type Metadata, type Where } from "chromadb";
import { patientQuery } from "./patient-query.ts";
import { bodyOf } from "./stored-record.ts";
import { toWhere } from "./to-where.ts";

/** Entries per request when all of a kind are read. */
const PAGE_SIZE = 2_000;

const IDS_PER_SEARCH = 1_000;

/** This many entries at one distance are copies of each other, so it doesn't matter which ones are returned. */
const MAX_ASKED = 40_000;

/** Form of a filter that the server can apply. */
interface ServerFilter {
  readonly where?: Where;
  /** Part of the filter that the server can't check; it is applied to the metadata. */
  readonly residual?: Filter;
}

/** Compiles a filter for the server; undefined if nothing can match. */
const serverFilter = (filter: Filter | undefined): ServerFilter | undefined => {
  if (filter === undefined) return {};
  const { query, residual } = compileFacts(filter);
  if (query.op === "none") return undefined;
  return {
    ...(query.op !== "all" && { where: toWhere(query) }),
    ...(residual !== undefined && { residual }),
  };
};

export const searchCollection = async (
  collection: Collection,
  { vector, topK, filter }: VectorSearchRequest,
): Promise<VectorSearchResult> => {
  const applied = serverFilter(filter);
  if (applied === undefined) return { hits: [] };
  const near = await nearestBeyondTies(topK, MAX_ASKED, (count) => nearest(collection, vector, count, applied));
  const hits = near.length < topK ? await filledUp(collection, vector, near, topK, applied) : near;
  const { residual } = applied;
  return residual === undefined ? { hits } : { hits, residual };
};

const nearest = async (
  collection: Collection,
  vector: Float32Array,
  count: number,
  { where, residual }: ServerFilter,
): Promise<readonly VectorHit[]> => {
  const { ids, distances, metadatas } = await patientQuery(collection, {
    queryEmbeddings: [Array.from(vector)],
    nResults: count,
    include: residual === undefined ? ["distances"] : ["distances", "metadatas"],
    ...(where !== undefined && { where }),
  });
  return ids[0]!.map((id, index): VectorHit => {
    const hit = { id, cosine: cosineOf(distances[0]![index]!) };
    return residual === undefined ? hit : { ...hit, metadata: bodyOf(metadatas[0]![index]).metadata };
  });
};

/**
 * Adds hits that the search missed: if many entries share one vector and some are deleted, the server's graph no longer
 * reaches all of the remaining ones. Reads at most the requested number.
 */
const filledUp = async (
  collection: Collection,
  vector: Float32Array,
  hits: readonly VectorHit[],
  count: number,
  { where, residual }: ServerFilter,
): Promise<readonly VectorHit[]> => {
  const { ids } = await collection.get({ limit: count, include: [], ...(where !== undefined && { where }) });
  const records = await recordsBeside(collection, hits, ids);
  const missed = records.slice(0, count - hits.length).map(({ id, vector: own, metadata }) => ({
    ...{ id, cosine: cosineBetween(vector, own) },
    ...(residual !== undefined && { metadata }),
  }));
  return [...hits, ...missed].sort((a, b) => b.cosine - a.cosine || compareStrings(a.id, b.id));
};

/** Returns the records of ids that are not among the hits. */
const recordsBeside = (
  collection: Collection,
  hits: readonly VectorHit[],
  ids: readonly string[],
): Promise<readonly VectorRecord[]> => {
  const found = new Set(hits.map(({ id }) => id));
  return getRecords(
    collection,
    ids.filter((id) => !found.has(id)),
  );
};

/** Returns the cosine similarity of each existing id, as a search would return it. */
export const cosinesOf = async (
  collection: Collection,
  vector: Float32Array,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const cosines = new Map<string, number>();
  // Lone surrogates can't be sent, and no id contains one.
  const unique = [...new Set(ids)].filter((id) => id.isWellFormed());
  for (let index = 0; index < unique.length; index += IDS_PER_SEARCH) {
    // The server fails as a whole if one of the ids does not exist.
    const { ids: page } = await collection.get({ ids: unique.slice(index, index + IDS_PER_SEARCH), include: [] });
    if (page.length === 0) continue;
    const found = await patientQuery(collection, {
      queryEmbeddings: [Array.from(vector)],
      ids: page,
      nResults: page.length,
      include: ["distances"],
    });
    const hits = found.ids[0]!.map((id, at) => ({ id, cosine: cosineOf(found.distances[0]![at]!) }));
    for (const { id, cosine } of hits) cosines.set(id, cosine);
    for (const record of await recordsBeside(collection, hits, page)) {
      cosines.set(record.id, cosineBetween(vector, record.vector));
    }
  }
  return cosines;
};

/** Returns the cosine of unit vectors. */
const cosineBetween = (a: Float32Array, b: Float32Array): number =>
  Math.min(
    1,
    Math.max(
      -1,
      a.reduce((sum, value, at) => sum + value * b[at]!, 0),
    ),
  );

/** The server returns 1 − cosine, with rounding errors in the last digits. */
const cosineOf = (distance: number): number => Math.min(1, Math.max(-1, 1 - distance));

export const getRecords = async (collection: Collection, ids: readonly string[]): Promise<readonly VectorRecord[]> => {
  if (ids.length === 0) return [];
  const records: VectorRecord[] = [];
  const unique = [...new Set(ids)];
  for (let index = 0; index < unique.length; index += PAGE_SIZE) {
    const found = await collection.get({
      ids: unique.slice(index, index + PAGE_SIZE),
      include: ["metadatas", "embeddings"],
    });
    records.push(...toRecords(found));
  }
  return records;
};

const toRecords = (found: {
  readonly ids: readonly string[];
  readonly metadatas: readonly (Metadata | null)[];
  readonly embeddings: readonly (readonly number[])[];
}): VectorRecord[] =>
  found.ids.map((id, index) => ({
    id,
    vector: Float32Array.from(found.embeddings[index]!),
    ...bodyOf(found.metadatas[index]),
  }));

/**
 * Lists a page of records. The cursor is the number of the server's matches already read; the server returns them in
 * creation order.
 */
export const listRecords = async (
  collection: Collection,
  { filter, cursor, limit }: VectorListRequest,
): Promise<VectorPage> => {
  const applied = serverFilter(filter);
  if (applied === undefined) return { records: [] };
  const { where, residual } = applied;
  const matches = residual === undefined ? () => true : compileFilter(residual);
  const records: VectorRecord[] = [];
  let offset = Number(cursor ?? 0);
  for (;;) {
    // One more than needed, to detect another page.
    const wanted = Math.min(PAGE_SIZE, limit - records.length + 1);
    const found = toRecords(
      await collection.get({
        limit: wanted,
        offset,
        include: ["metadatas", "embeddings"],
        ...(where !== undefined && { where }),
      }),
    );
    for (const record of found) {
      if (records.length === limit && matches(record.metadata)) return { records, nextCursor: String(offset) };
      offset += 1;
      if (records.length < limit && matches(record.metadata)) records.push(record);
    }
    if (found.length < wanted) return { records };
  }
};

/** Returns the ids of all matching entries. */
export const matchingIds = async (collection: Collection, filter: Filter): Promise<readonly string[]> => {
  const applied = serverFilter(filter);
  if (applied === undefined) return [];
  const { where, residual } = applied;
  const matches = residual === undefined ? undefined : compileFilter(residual);
  const ids: string[] = [];
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const page = await collection.get({
      limit: PAGE_SIZE,
      offset,
      include: matches === undefined ? [] : ["metadatas"],
      ...(where !== undefined && { where }),
    });
    for (const [index, id] of page.ids.entries()) {
      if (matches === undefined || matches(bodyOf(page.metadatas[index]).metadata)) ids.push(id);
    }
    if (page.ids.length < PAGE_SIZE) return ids;
  }
};
