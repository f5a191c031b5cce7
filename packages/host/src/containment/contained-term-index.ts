import type { TermIndexV1 } from "@quarry/plugin";
import { readCounts, readNearWords, readTermSearch } from "./answers/read-terms.ts";
import { readNothing } from "./answers/read-values.ts";
import { contained, type ContainedPlugin } from "./contained-call.ts";

/** An index of terms that answers as the contract says, whatever stands behind it. */
export const containedTermIndex = (plugin: ContainedPlugin, terms: TermIndexV1): TermIndexV1 => {
  const write = (call: "ensureCollection" | "dropCollection" | "put" | "remove", run: () => unknown) =>
    contained(plugin, { call: `terms.${call}`, operation: "write", run, read: readNothing });
  return {
    ensureCollection: (name) => write("ensureCollection", () => terms.ensureCollection(name)),
    dropCollection: (name) => write("dropCollection", () => terms.dropCollection(name)),
    put: (name, records) => write("put", () => terms.put(name, records)),
    remove: (name, keys) => write("remove", () => terms.remove(name, keys)),
    count: (name, groups, without) =>
      contained(plugin, {
        call: "terms.count",
        operation: "search",
        run: () => terms.count(name, groups, without),
        read: (answer) => readCounts(answer, groups.length),
      }),
    search: (name, request) =>
      contained(plugin, {
        call: "terms.search",
        operation: "search",
        run: () => terms.search(name, request),
        read: (answer) => readTermSearch(answer, request.terms.length, request.limit),
      }),
    nearWords: (name, words, edits) =>
      contained(plugin, {
        call: "terms.nearWords",
        operation: "search",
        run: () => terms.nearWords(name, words, edits),
        read: (answer) => readNearWords(answer, words.length),
      }),
  };
};
