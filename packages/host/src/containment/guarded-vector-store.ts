import type { VectorStoreV1 } from "@quarry/plugin";
import { readPage, readRecords } from "./answers/read-records.ts";
import { readCosines, readSearchResult } from "./answers/read-search.ts";
import { readCount, readNothing } from "./answers/read-values.ts";
import type { GuardedPlugin } from "./guarded-call.ts";
import { type GuardedMethods, guardedService } from "./guarded-service.ts";
import { guardedTermIndex } from "./guarded-term-index.ts";

/** Returns a vector store whose results follow the contract, whatever the plugin returns. */
export const guardedVectorStore = (plugin: GuardedPlugin, store: VectorStoreV1): VectorStoreV1 => {
  /** Dimensions of the collections searched with a vector: their results must have the same one. */
  const dimensions = new Map<string, number>();
  const guarded = guardedService(plugin, store, methodsOf(dimensions));
  return {
    ...guarded,
    dropCollection: (name) => {
      dimensions.delete(name);
      return guarded.dropCollection(name);
    },
    search: (name, request) => {
      dimensions.set(name, request.vector.length);
      return guarded.search(name, request);
    },
    ...(store.terms !== undefined && { terms: guardedTermIndex(plugin, store.terms) }),
  };
};

const methodsOf = (dimensions: ReadonlyMap<string, number>): GuardedMethods<VectorStoreV1> => ({
  ensureCollection: { operation: "write", read: readNothing },
  dropCollection: { operation: "write", read: readNothing },
  upsert: { operation: "write", read: readNothing },
  get: { operation: "read", read: (answer, name, ids) => readRecords(answer, ids, dimensions.get(name)) },
  list: { operation: "read", read: (answer, name, request) => readPage(answer, request, dimensions.get(name)) },
  count: { operation: "read", read: (answer) => readCount(answer) },
  deleteByIds: { operation: "write", read: (answer, _name, ids) => readCount(answer, ids.length) },
  deleteByFilter: { operation: "write", read: (answer) => readCount(answer) },
  search: { operation: "search", read: (answer, _name, { topK }) => readSearchResult(answer, topK) },
  cosines: { operation: "search", read: (answer, _name, _vector, ids) => readCosines(answer, ids) },
});

/** Methods that each store must have. */
export const VECTOR_STORE_METHODS: readonly string[] = Object.keys(methodsOf(new Map())).filter(
  (name) => name !== "cosines",
);
