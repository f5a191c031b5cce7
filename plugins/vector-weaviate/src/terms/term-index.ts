import type { TermIndexV1 } from "@quarry/plugin";
import { Effect } from "effect";
import { type Call, ClassAccess } from "../class-access.ts";
import { WeaviateClasses } from "../weaviate-classes.ts";
import type { WeaviateSettings } from "../weaviate-settings.ts";
import { TERM_CLASS, termClass } from "./term-class.ts";
import { countGroups, findNearWords } from "./term-reader.ts";
import { searchTerms } from "./term-search.ts";
import { putRecords, removeRecords } from "./term-writer.ts";

/** Creates the index of terms, with one class per collection. */
export const termIndexOn = (settings: WeaviateSettings, call: Call): TermIndexV1 => {
  const access = new ClassAccess(new WeaviateClasses(settings, TERM_CLASS), settings, call);
  return {
    ensureCollection: (collection) => Effect.asVoid(access.ensure(collection, termClass)),
    dropCollection: (collection) => access.drop(collection),
    put: (collection, records) => access.write(collection, ({ calls }) => putRecords(calls, records)),
    remove: (collection, keys) => access.write(collection, ({ calls }) => removeRecords(calls, keys)),
    count: (collection, groups, without) => access.read(collection, ({ calls }) => countGroups(calls, groups, without)),
    search: (collection, request) => access.read(collection, ({ calls }) => searchTerms(calls, request)),
    nearWords: (collection, words, edits) => access.read(collection, ({ calls }) => findNearWords(calls, words, edits)),
  };
};
