import type { TermIndexV1 } from "@quarry/plugin";
import { readCounts, readNearWords, readTermSearch } from "./answers/read-terms.ts";
import { readNothing } from "./answers/read-values.ts";
import type { GuardedPlugin } from "./guarded-call.ts";
import { type GuardedMethods, guardedService } from "./guarded-service.ts";

/** Returns a term index whose results follow the contract, whatever the plugin returns. */
export const guardedTermIndex = (plugin: GuardedPlugin, terms: TermIndexV1): TermIndexV1 =>
  guardedService(plugin, terms, METHODS, "terms.");

const METHODS: GuardedMethods<TermIndexV1> = {
  ensureCollection: { operation: "write", read: readNothing },
  dropCollection: { operation: "write", read: readNothing },
  put: { operation: "write", read: readNothing },
  remove: { operation: "write", read: readNothing },
  count: { operation: "search", read: (answer, _name, groups) => readCounts(answer, groups.length) },
  search: {
    operation: "search",
    read: (answer, _name, { terms, limit }) => readTermSearch(answer, terms.length, limit),
  },
  nearWords: { operation: "search", read: (answer, _name, words) => readNearWords(answer, words.length) },
};
