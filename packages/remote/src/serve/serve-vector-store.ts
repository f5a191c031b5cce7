import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  CosinesResponseSchema,
  type FactQuery,
  GetResponseSchema,
  ListResponseSchema,
  SearchResponseSchema,
  type VectorRecord as RecordMessage,
  type VectorStoreService,
} from "@quarry/api/plugin";
import type { Filter } from "@quarry/plugin/domain";
import { type VectorHit, type VectorStoreCapabilities, type VectorStoreV1 } from "@quarry/plugin";
import { vectorOf } from "../wire/float-vector.ts";
import { hostFilterJson, hostFilterOf } from "../wire/host-filter.ts";
import { partsOf, textSize } from "../wire/parts.ts";
import { plainRecord, recordSize } from "../wire/stored-record.ts";
import type { ServedCalls } from "./served-calls.ts";
import { receiveUpsert } from "./receive-upsert.ts";
import { termCalls } from "./serve-term-index.ts";

/**
 * Implements the gRPC service of a vector store in this process. It filters with the host's own code, and stores no
 * filter fields.
 */
export const vectorStoreImplementation = (
  store: VectorStoreV1,
  capabilities: VectorStoreCapabilities,
  calls: ServedCalls,
): ServiceImpl<typeof VectorStoreService> => {
  const { identity, maxMessageBytes, run, finish, refuse } = calls;
  const filterOf = (request: {
    readonly query?: FactQuery | undefined;
    readonly hostFilterJson?: string | undefined;
  }) => {
    if (request.query !== undefined)
      throw refuse("invalid", "this store takes filters in the host's own form, not queries");
    return request.hostFilterJson === undefined ? undefined : readFilter(request.hostFilterJson);
  };
  const readFilter = (json: string): Filter => {
    try {
      return hostFilterOf(json);
    } catch (error) {
      throw refuse("invalid", `the request has ${(error as Error).message}`);
    }
  };
  const readVector = (bytes: Uint8Array): Float32Array => {
    const vector = vectorOf(bytes);
    if (vector !== undefined) return vector;
    throw refuse("invalid", `a vector of ${bytes.length} bytes is not a list of float32`);
  };
  return {
    ...termCalls(store.terms, calls, filterOf),
    describe: () => ({
      identity,
      maxTopK: capabilities.maxTopK,
      maxDimension: capabilities.maxDimension,
      // The store is in this process, regardless of the number of callers.
      sharedBetweenProcesses: true,
      computesCosines: store.cosines !== undefined,
      takesHostFilters: true,
      searchesTerms: store.terms !== undefined,
      maxMessageBytes,
    }),
    health: (_, context) => finish(() => store.health, context),
    ensureCollection: ({ collection, dimension }, context) =>
      finish(() => store.ensureCollection({ collection, dimension }), context),
    dropCollection: ({ collection }, context) => finish(() => store.dropCollection(collection), context),
    upsert: async (requests, context) => {
      const { collection, records } = await receiveUpsert(requests, refuse);
      return finish(() => store.upsert(collection, records), context);
    },
    get: async function* ({ collection, ids }, context) {
      const records = await run(() => store.get(collection, ids), context);
      for (const part of partsOf(records.map(plainRecord), recordSize))
        yield create(GetResponseSchema, { records: part });
    },
    list: async function* (request, context) {
      const { collection, cursor, limit, metadataOnly } = request;
      const page = await run(() => store.list(collection, { filter: filterOf(request), cursor, limit }), context);
      const toMessage = metadataOnly ? withoutVector : plainRecord;
      for (const part of partsOf(page.records.map(toMessage), recordSize)) {
        yield create(ListResponseSchema, { records: part });
      }
      const { nextCursor } = page;
      yield create(ListResponseSchema, nextCursor === undefined ? {} : { nextCursor });
    },
    count: async (request, context) => {
      const count = await run(() => store.count(request.collection, filterOf(request)), context);
      return { count: BigInt(count) };
    },
    deleteByIds: async ({ collection, ids }, context) => {
      const deleted = await run(() => store.deleteByIds(collection, ids), context);
      return { deleted: BigInt(deleted) };
    },
    deleteByQuery: async (request, context) => {
      const filter = filterOf(request);
      if (filter === undefined) throw refuse("invalid", "a deletion needs a filter");
      const deleted = await run(() => store.deleteByFilter(request.collection, filter), context);
      return { deleted: BigInt(deleted) };
    },
    search: async function* (request, context) {
      const { collection, topK, vector } = request;
      const found = await run(
        () => store.search(collection, { vector: readVector(vector), topK, filter: filterOf(request) }),
        context,
      );
      const residual = found.residual === undefined ? {} : { hostResidualJson: hostFilterJson(found.residual) };
      const hits = found.hits.map((hit) => hitMessage(hit, found.residual !== undefined));
      let first: object = residual;
      for (const part of partsOf(hits, hitSize)) {
        yield create(SearchResponseSchema, { hits: part, ...first });
        first = {};
      }
      if (hits.length === 0) yield create(SearchResponseSchema, residual);
    },
    cosines: async ({ collection, vector, ids }, context) => {
      const compute = store.cosines?.bind(store);
      if (compute === undefined) throw refuse("incompatible", "this store computes no cosines");
      const cosines = await run(() => compute(collection, readVector(vector), ids), context);
      return create(CosinesResponseSchema, { hits: [...cosines].map(([id, cosine]) => ({ id, cosine })) });
    },
  };
};

const withoutVector = ({ id, metadata }: Parameters<typeof plainRecord>[0]): RecordMessage =>
  plainRecord({ id, metadata, vector: new Float32Array(), text: "" });

const hitMessage = ({ id, cosine, metadata = {} }: VectorHit, withMetadata: boolean) => ({
  id,
  cosine,
  ...(withMetadata && { metadataJson: JSON.stringify(metadata) }),
});

const hitSize = ({ id, metadataJson = "" }: ReturnType<typeof hitMessage>): number =>
  textSize(id) + textSize(metadataJson) + HIT_OVERHEAD;

/** Bytes of the cosine, and of the tags around a hit. */
const HIT_OVERHEAD = 16;
