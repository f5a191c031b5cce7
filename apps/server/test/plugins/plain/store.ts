import {
  compareStrings,
  compileFilter,
  defineVectorStore,
  type Filter,
  type PlainVectorStore,
  PluginError,
  type VectorRecord,
} from "@quarry/plugin";
import { inMood, type MoodSettings, moodSettings } from "./mood.ts";

type Collection = Map<string, VectorRecord>;

/** Vectors in memory. */
const openStore = (): PlainVectorStore<MoodSettings> => {
  const collections = new Map<string, Collection>();

  const find = (name: string): Collection => {
    const collection = collections.get(name);
    if (collection !== undefined) return collection;
    throw new PluginError({ reason: "not_found", message: `there is no vector collection ${name}` });
  };
  const matching = (name: string, filter: Filter | undefined): readonly VectorRecord[] => {
    const matches = filter === undefined ? () => true : compileFilter(filter);
    return [...find(name).values()].filter(({ metadata }) => matches(metadata));
  };
  const remove = (name: string, ids: readonly string[]): number => ids.filter((id) => find(name).delete(id)).length;

  return {
    ensureCollection: ({ collection }) => {
      if (!collections.has(collection)) collections.set(collection, new Map());
    },
    dropCollection: (name) => void collections.delete(name),
    upsert: (name, records) => {
      const collection = find(name);
      for (const record of records) collection.set(record.id, record);
    },
    get: (name, ids) => ids.flatMap((id) => find(name).get(id) ?? []),
    list: (name, { filter, cursor = "", limit }) => {
      const rest = matching(name, filter).filter(({ id }) => compareStrings(id, cursor) > 0);
      const records = rest.toSorted((a, b) => compareStrings(a.id, b.id)).slice(0, limit);
      return { records, ...(records.length < rest.length && { nextCursor: records.at(-1)!.id }) };
    },
    count: (name, filter) => matching(name, filter).length,
    deleteByIds: remove,
    deleteByFilter: (name, filter) =>
      remove(
        name,
        matching(name, filter).map(({ id }) => id),
      ),
    search: (name, { vector, topK, filter }, call) =>
      inMood(
        "search",
        call,
        {
          NaN: ({ hits }) => ({ hits: hits.map((hit) => ({ ...hit, cosine: Number.NaN })) }),
          "worst first": ({ hits }) => ({ hits: hits.toReversed() }),
        },
        () => {
          const hits = matching(name, filter).map((record) => ({
            id: record.id,
            cosine: cosine(record.vector, vector),
          }));
          hits.sort((a, b) => b.cosine - a.cosine || compareStrings(a.id, b.id));
          return { hits: hits.slice(0, topK) };
        },
      ),
  };
};

const cosine = (left: Float32Array, right: Float32Array): number =>
  Math.max(
    -1,
    Math.min(
      1,
      left.reduce((sum, value, at) => sum + value * right[at]!, 0),
    ),
  );

export default defineVectorStore({
  name: "plain-store",
  specVersion: 1,
  capabilities: { maxTopK: 1_000, maxDimension: 1_000, sharedBetweenProcesses: false },
  settings: moodSettings,
  make: openStore,
});
