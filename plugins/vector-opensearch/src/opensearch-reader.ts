import { compileFilter, type Filter, slicesOf } from "@quarry/plugin/domain";
import {
  nearestBeyondTies,
  type VectorHit,
  type VectorListRequest,
  type VectorPage,
  type VectorRecord,
  type VectorSearchRequest,
  type VectorSearchResult,
} from "@quarry/plugin";
import {
  refusal,
  requireAllShards,
  type ServerError,
  type ShardAnswer,
  STATUS_OF_FAILED_PART,
} from "./opensearch-failure.ts";
import { bodyOf, documentIdOf, FIELDS, shortNumbers } from "./stored-document.ts";
import { type ConcurrentSearch, post, search, type Target } from "./target.ts";
import { type Query, type ServerFilter, serverFilter } from "./to-query.ts";

/** Documents per request when all of a kind are read. */
const PAGE_SIZE = 1_000;

/** Limit of the server for a search. */
const MAX_ASKED = 10_000;

/** Minimum search width of the graph (`k`): a smaller one misses some of the nearest neighbours. */
const MIN_SEARCH_WIDTH = 128;

interface Found {
  readonly _score: number;
  readonly _source?: Readonly<Record<string, unknown>>;
  readonly fields: { readonly [FIELDS.id]: readonly [string] };
}

const idOf = ({ fields }: Found): string => fields[FIELDS.id][0];

const toRecord = (found: Found): VectorRecord => ({ id: idOf(found), ...bodyOf(found._source!) });

const find = async (target: Target, body: object, needsBody: boolean): Promise<readonly Found[]> => {
  const requested = {
    ...body,
    track_total_hits: false,
    docvalue_fields: [FIELDS.id],
    // Without a body, stored fields aren't read at all.
    ...(needsBody ? { _source: true } : { stored_fields: "_none_" }),
  };
  if (target.beside?.isTold() === false) return searchConcurrently(target, target.beside, requested);
  const { hits } = await search<{ readonly hits: { readonly hits: readonly Found[] } }>(target, requested);
  return hits.hits;
};

/**
 * Runs two searches in one request. It costs client and server little more than one search; a separate request would
 * double the cost.
 */
const searchConcurrently = async (
  { client, signal, index, collection }: Target,
  beside: ConcurrentSearch,
  requested: object,
): Promise<readonly Found[]> => {
  const lines = [
    { routing: collection, allow_partial_search_results: false },
    requested,
    { index: beside.index, allow_partial_search_results: false },
    beside.body,
  ];
  const { responses } = await client.call<{
    readonly responses: readonly [SearchPart<Found>, SearchPart<FoundSource>];
  }>(signal, {
    ...{ method: "POST", path: `/${index}/_msearch` },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  });
  const [{ hits, error, status = STATUS_OF_FAILED_PART }, other] = responses;
  beside.tell(other.hits?.hits.map(({ _source }) => _source) ?? []);
  if (hits === undefined) throw refusal(status, error);
  return hits.hits;
};

interface FoundSource {
  readonly _source: unknown;
}

/** Response of one of several searches. */
interface SearchPart<Hit> {
  readonly hits?: { readonly hits: readonly Hit[] };
  readonly error?: ServerError;
  readonly status?: number;
}

export const searchCollection = async (
  target: Target,
  { vector, topK, filter }: VectorSearchRequest,
): Promise<VectorSearchResult> => {
  const applied = serverFilter(target.generation, filter);
  if (applied === undefined) return { hits: [] };
  const { query, residual } = applied;
  const needsBody = residual !== undefined;
  let hits = await nearestBeyondTies(topK, MAX_ASKED, (count) => nearest(target, vector, count, query, needsBody));
  // A graph search may omit some matches. As there are few, they are compared exhaustively.
  if (hits.length < topK && (await countMatches(target, query)) > hits.length) {
    hits = await nearestBeyondTies(topK, MAX_ASKED, (count) => compareAll(target, vector, count, query, needsBody));
  }
  return residual === undefined ? { hits } : { hits, residual };
};

/**
 * Returns the nearest neighbours, by the graph, or by exhaustive comparison if the filter matches no more than
 * requested.
 */
const nearest = async (
  target: Target,
  vector: Float32Array,
  count: number,
  filter: Query,
  needsBody: boolean,
): Promise<readonly VectorHit[]> => {
  const k = Math.max(MIN_SEARCH_WIDTH, count);
  const knn = { [FIELDS.vector]: { vector: shortNumbers(vector), k, filter } };
  return (await find(target, { size: count, query: { knn } }, needsBody)).map(toHit);
};

const compareAll = async (
  target: Target,
  vector: Float32Array,
  count: number,
  filter: Query,
  needsBody: boolean,
): Promise<readonly VectorHit[]> => {
  const params = { field: FIELDS.vector, query_value: shortNumbers(vector), space_type: "innerproduct" };
  const script = { lang: "knn", source: "knn_score", params };
  const query = { script_score: { query: { bool: { filter: [filter] } }, script } };
  return (await find(target, { size: count, query }, needsBody)).map(toHit);
};

/** The server's score of an inner product p is 1 + p, or 1 / (1 − p) if p is negative. */
const cosineOf = (score: number): number => Math.min(1, Math.max(-1, score >= 1 ? score - 1 : 1 - 1 / score));

const toHit = (found: Found): VectorHit => ({
  id: idOf(found),
  cosine: cosineOf(found._score),
  ...(found._source !== undefined && { metadata: bodyOf(found._source).metadata }),
});

/**
 * Returns the cosine similarity of each existing id, as a search would return it. As it requests one result per id, the
 * server compares each exactly.
 */
export const cosinesOf = async (
  target: Target,
  vector: Float32Array,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const cosines = new Map<string, number>();
  for (const page of pagesOf(ids)) {
    const filter = { ids: { values: page.map((id) => documentIdOf(target.generation, id)) } };
    for (const { id, cosine } of await nearest(target, vector, page.length, filter, false)) cosines.set(id, cosine);
  }
  return cosines;
};

/** No id contains a lone surrogate. */
const pagesOf = (ids: readonly string[]): readonly (readonly string[])[] =>
  slicesOf(
    [...new Set(ids)].filter((id) => id.isWellFormed()),
    PAGE_SIZE,
  );

export const getRecords = async (target: Target, ids: readonly string[]): Promise<readonly VectorRecord[]> => {
  const records: VectorRecord[] = [];
  for (const page of pagesOf(ids)) {
    const requested = { ids: page.map((id) => documentIdOf(target.generation, id)) };
    const { docs } = await post<{ readonly docs: readonly GotDocument[] }>(target, "_mget", requested);
    for (const [index, { error, _source }] of docs.entries()) {
      if (error !== undefined) throw refusal(STATUS_OF_FAILED_PART, error);
      if (_source !== undefined) records.push({ id: page[index]!, ...bodyOf(_source) });
    }
  }
  return records;
};

interface GotDocument {
  readonly _source?: Readonly<Record<string, unknown>>;
  readonly error?: ServerError;
}

export const listRecords = async (
  target: Target,
  { filter, cursor, limit }: VectorListRequest,
): Promise<VectorPage> => {
  const applied = serverFilter(target.generation, filter);
  if (applied === undefined) return { records: [] };
  const records: VectorRecord[] = [];
  // The cursor is the last returned id, prefixed by a letter so that it is never empty.
  const after = cursor?.slice(1);
  // One more than needed, to detect another page.
  for await (const page of matching(target, applied, {
    after,
    size: Math.min(PAGE_SIZE, limit) + 1,
    needsBody: true,
  })) {
    for (const record of page.map(toRecord)) {
      if (records.length === limit) return { records, nextCursor: `>${records.at(-1)!.id}` };
      records.push(record);
    }
  }
  return { records };
};

export const countRecords = async (target: Target, filter: Filter | undefined): Promise<number> => {
  const applied = serverFilter(target.generation, filter);
  if (applied === undefined) return 0;
  if (applied.residual === undefined) return await countMatches(target, applied.query);
  let found = 0;
  for await (const ids of matchingIds(target, applied)) found += ids.length;
  return found;
};

const countMatches = async (target: Target, query: Query): Promise<number> => {
  const answer = await post<ShardAnswer & { readonly count: number }>(target, "_count", { query });
  requireAllShards(answer);
  return answer.count;
};

/** Yields the ids of all matches, checked against the residual, page by page. */
export async function* matchingIds(target: Target, filter: ServerFilter): AsyncGenerator<readonly string[]> {
  const needsBody = filter.residual !== undefined;
  for await (const page of matching(target, filter, { size: PAGE_SIZE, needsBody })) yield page.map(idOf);
}

/** Yields all matching records by id, starting after `after`. Omits records that the residual rejects. */
async function* matching(
  target: Target,
  { query, residual }: ServerFilter,
  {
    after,
    size,
    needsBody,
  }: { readonly after?: string | undefined; readonly size: number; readonly needsBody: boolean },
): AsyncGenerator<readonly Found[]> {
  const matches = residual === undefined ? undefined : compileFilter(residual);
  for (let last = after; ;) {
    const requested = { size, query: { bool: { filter: [query] } }, sort: [{ [FIELDS.id]: "asc" }] };
    const page = await find(target, last === undefined ? requested : { ...requested, search_after: [last] }, needsBody);
    yield matches === undefined ? page : page.filter(({ _source }) => matches(bodyOf(_source!).metadata));
    if (page.length < size) return;
    last = idOf(page.at(-1)!);
  }
}
