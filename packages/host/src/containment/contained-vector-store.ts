import type { VectorStoreV1 } from "@quarry/plugin";
import { readPage, readRecords } from "./answers/read-records.ts";
import { readCosines, readSearchResult } from "./answers/read-search.ts";
import { readCount, readNothing } from "./answers/read-values.ts";
import { contained, type ContainedPlugin } from "./contained-call.ts";
import { containedTermIndex } from "./contained-term-index.ts";

/** A store that answers as the contract says, whatever stands behind it. */
export const containedVectorStore = (plugin: ContainedPlugin, store: VectorStoreV1): VectorStoreV1 => {
  /** Of the collections that were asked with a vector: what they give must be of the same length. */
  const dimensions = new Map<string, number>();
  return {
    ...writes(plugin, store, dimensions),
    get: (name, ids) =>
      contained(plugin, {
        call: "get",
        operation: "read",
        run: () => store.get(name, ids),
        read: (answer) => readRecords(answer, ids, dimensions.get(name)),
      }),
    list: (name, request) =>
      contained(plugin, {
        call: "list",
        operation: "read",
        run: () => store.list(name, request),
        read: (answer) => readPage(answer, request, dimensions.get(name)),
      }),
    count: (name, filter) =>
      contained(plugin, {
        call: "count",
        operation: "read",
        run: () => store.count(name, filter),
        read: readAnyCount,
      }),
    search: (name, request) => {
      dimensions.set(name, request.vector.length);
      return contained(plugin, {
        call: "search",
        operation: "search",
        run: () => store.search(name, request),
        read: (answer) => readSearchResult(answer, request.topK),
      });
    },
    ...(store.cosines !== undefined && {
      cosines: (name, vector, ids) =>
        contained(plugin, {
          call: "cosines",
          operation: "search",
          run: () => store.cosines!(name, vector, ids),
          read: (answer) => readCosines(answer, ids),
        }),
    }),
    ...(store.terms !== undefined && { terms: containedTermIndex(plugin, store.terms) }),
    health: contained(plugin, { call: "health", operation: "health", run: () => store.health, read: readNothing }),
  };
};

const readAnyCount = (answer: unknown): number => readCount(answer);

type Writes = Pick<VectorStoreV1, "ensureCollection" | "dropCollection" | "upsert" | "deleteByIds" | "deleteByFilter">;

const writes = (plugin: ContainedPlugin, store: VectorStoreV1, dimensions: Map<string, number>): Writes => {
  const write = <Answer>(call: keyof Writes, run: () => unknown, read: (answer: unknown) => Answer) =>
    contained(plugin, { call, operation: "write", run, read });
  return {
    ensureCollection: (spec) => write("ensureCollection", () => store.ensureCollection(spec), readNothing),
    dropCollection: (name) => {
      dimensions.delete(name);
      return write("dropCollection", () => store.dropCollection(name), readNothing);
    },
    upsert: (name, records) => write("upsert", () => store.upsert(name, records), readNothing),
    deleteByIds: (name, ids) => {
      const read = (answer: unknown) => readCount(answer, ids.length);
      return write("deleteByIds", () => store.deleteByIds(name, ids), read);
    },
    deleteByFilter: (name, filter) => write("deleteByFilter", () => store.deleteByFilter(name, filter), readAnyCount),
  };
};
