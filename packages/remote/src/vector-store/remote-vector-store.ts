import { compileFilter, type Filter } from "@quarry/plugin/domain";
import type {
  PluginContext,
  PluginError,
  VectorHit,
  VectorListRequest,
  VectorPage,
  VectorRecord,
  VectorSearchRequest,
  VectorSearchResult,
  VectorStoreV1,
} from "@quarry/plugin";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { openPeer } from "../peer/open-peer.ts";
import type { RemoteSettings } from "../peer/remote-settings.ts";
import { vectorBytes } from "../wire/float-vector.ts";
import { hostFilterOf } from "../wire/host-filter.ts";
import { partsOf, textSize } from "../wire/parts.ts";
import { metadataOf, recordOf } from "../wire/stored-record.ts";
import { WireError } from "../wire/wire-error.ts";
import { remoteTermIndex } from "./remote-term-index.ts";
import { hitOf } from "./read-hits.ts";
import type { CollectionCall } from "./store-peer.ts";
import { upsertParts } from "./upsert-parts.ts";
import { vectorStoreContract } from "./vector-store-contract.ts";
import { wireFilter } from "./wire-filter.ts";

/** Client of the vector store that a peer serves. */
export const remoteVectorStore = (
  plugin: string,
  settings: RemoteSettings,
  context: PluginContext,
): Effect.Effect<VectorStoreV1, PluginError, Scope.Scope> =>
  Effect.map(openPeer({ plugin, contract: vectorStoreContract }, settings, context), ({ call, health }) => {
    const on = <Value>(collection: string, run: (target: CollectionCall) => Promise<Value>) =>
      call((peer, options) => run({ peer, options, collection }));
    return {
      ensureCollection: ({ collection, dimension }) =>
        Effect.asVoid(call(({ client }, options) => client.ensureCollection({ collection, dimension }, options))),
      dropCollection: (collection) =>
        Effect.asVoid(call(({ client }, options) => client.dropCollection({ collection }, options))),
      upsert: (collection, records) =>
        Effect.asVoid(call((peer, options) => peer.client.upsert(upsertParts(peer, collection, records), options))),
      get: (collection, ids) => on(collection, (target) => get(target, ids)),
      list: (collection, request) => on(collection, (target) => list(target, request)),
      count: (collection, filter) => on(collection, (target) => count(target, filter)),
      deleteByIds: (collection, ids) => on(collection, (target) => deleteByIds(target, ids)),
      deleteByFilter: (collection, filter) => on(collection, (target) => deleteMatching(target, filter)),
      search: (collection, request) => on(collection, (target) => search(target, request)),
      cosines: (collection, vector, ids) => on(collection, (target) => cosines(target, vector, ids)),
      terms: remoteTermIndex(call),
      health: health(({ client }, options) => client.health({}, options)),
    };
  });

/**
 * Splits the ids, without duplicates, into groups that fit one request. An empty list is also sent as a request: it
 * must fail if the collection does not exist.
 */
const idParts = (ids: readonly string[]): Iterable<string[]> =>
  ids.length === 0 ? [[]] : partsOf(new Set(ids), textSize);

const get = async (
  { peer: { client }, options, collection }: CollectionCall,
  ids: readonly string[],
): Promise<readonly VectorRecord[]> => {
  const records: VectorRecord[] = [];
  for (const part of idParts(ids)) {
    for await (const answer of client.get({ collection, ids: part }, options))
      records.push(...answer.records.map(recordOf));
  }
  return records;
};

const list = async (
  { peer, options, collection }: CollectionCall,
  { filter, cursor, limit }: VectorListRequest,
): Promise<VectorPage> => {
  const applied = wireFilter(filter, peer.capabilities);
  const request = { collection, limit, ...applied.fields, ...(cursor !== undefined && { cursor }) };
  // A page may have fewer records than requested: the next one makes up for those that the residual filter removes.
  const records: VectorRecord[] = [];
  let nextCursor: string | undefined;
  for await (const part of peer.client.list(request, options)) {
    records.push(...part.records.map(recordOf));
    nextCursor = part.nextCursor;
  }
  if (nextCursor === "") throw new WireError("an empty next_cursor");
  const matches = applied.residual === undefined ? undefined : compileFilter(applied.residual);
  return {
    records: matches === undefined ? records : records.filter(({ metadata }) => matches(metadata)),
    ...(nextCursor !== undefined && { nextCursor }),
  };
};

/** Page size for reading records of which only the metadata is checked. */
const METADATA_PAGE_SIZE = 1_000;

/** Yields the ids of records that match a filter which the store can't evaluate completely, page by page. */
async function* matchingIds(
  { peer: { client }, options, collection }: CollectionCall,
  fields: object,
  residual: Filter,
): AsyncGenerator<string[]> {
  const matches = compileFilter(residual);
  let cursor: string | undefined;
  do {
    const request = {
      collection,
      limit: METADATA_PAGE_SIZE,
      metadataOnly: true,
      ...fields,
      ...(cursor !== undefined && { cursor }),
    };
    const ids: string[] = [];
    cursor = undefined;
    for await (const part of client.list(request, options)) {
      for (const { id, metadataJson } of part.records) if (matches(metadataOf(metadataJson))) ids.push(id);
      cursor = part.nextCursor;
    }
    yield ids;
  } while (cursor !== undefined);
}

const count = async (target: CollectionCall, filter: Filter | undefined): Promise<number> => {
  const { peer, options, collection } = target;
  const applied = wireFilter(filter, peer.capabilities);
  if (applied.residual === undefined) {
    const answer = await peer.client.count({ collection, ...applied.fields }, options);
    return Number(answer.count);
  }
  let found = 0;
  for await (const ids of matchingIds(target, applied.fields, applied.residual)) found += ids.length;
  return found;
};

const deleteByIds = async (
  { peer: { client }, options, collection }: CollectionCall,
  ids: readonly string[],
): Promise<number> => {
  let deleted = 0;
  for (const part of idParts(ids)) {
    const answer = await client.deleteByIds({ collection, ids: part }, options);
    deleted += Number(answer.deleted);
  }
  return deleted;
};

const deleteMatching = async (target: CollectionCall, filter: Filter): Promise<number> => {
  const { peer, options, collection } = target;
  const applied = wireFilter(filter, peer.capabilities);
  if (applied.residual === undefined) {
    const answer = await peer.client.deleteByQuery({ collection, ...applied.fields }, options);
    return Number(answer.deleted);
  }
  // Repeats until no record is left: records can be added during the deletion.
  let deleted = 0;
  for (;;) {
    const found: string[] = [];
    for await (const ids of matchingIds(target, applied.fields, applied.residual)) found.push(...ids);
    if (found.length === 0) return deleted;
    deleted += await deleteByIds(target, found);
  }
};

const search = async (
  { peer, options, collection }: CollectionCall,
  { vector, topK, filter }: VectorSearchRequest,
): Promise<VectorSearchResult> => {
  const applied = wireFilter(filter, peer.capabilities);
  const needsMetadata = applied.residual !== undefined;
  const request = { collection, vector: vectorBytes(vector), topK, ...applied.fields, includeMetadata: needsMetadata };
  const hits: VectorHit[] = [];
  let { residual } = applied;
  for await (const part of peer.client.search(request, options)) {
    if (part.hostResidualJson !== undefined) residual = hostFilterOf(part.hostResidualJson);
    for (const hit of part.hits) hits.push(hitOf(hit, residual !== undefined));
  }
  if (hits.length > topK) throw new WireError(`${hits.length} hits, but ${topK} were requested`);
  return { hits, ...(residual !== undefined && { residual }) };
};

const cosines = async (
  target: CollectionCall,
  vector: Float32Array,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { peer, options, collection } = target;
  if (!peer.capabilities.computesCosines) return await readCosines(target, vector, ids);
  const found = new Map<string, number>();
  for (const part of idParts(ids)) {
    const { hits } = await peer.client.cosines({ collection, vector: vectorBytes(vector), ids: part }, options);
    for (const hit of hits) found.set(hit.id, hitOf(hit, false).cosine);
  }
  return found;
};

/** Computes the cosines from the records, as the platform does for a store without `cosines`. */
const readCosines = async (
  target: CollectionCall,
  vector: Float32Array,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const records = await get(target, ids);
  return new Map(records.map((record) => [record.id, dot(vector, record.vector)]));
};

const dot = (left: Float32Array, right: Float32Array): number => {
  if (left.length !== right.length) throw new WireError(`a vector of ${right.length} numbers, not ${left.length}`);
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += left[index]! * right[index]!;
  return Math.min(1, Math.max(-1, sum));
};
