import { pathsOf, PASSAGE_FIELDS, PassageIndex, type PassageIndexService } from "@quarry/index";
import { type Filter, type JsonObject, parseFilter } from "@quarry/plugin/domain";
import { DocumentRepository, SERVICE_NAMES } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { callersAccessFilter } from "./access-filter/within-access-filter.ts";
import { Collections } from "./collections.ts";

/** Maximum number of fields checked per filter. A filter with more distinct fields is not a typing mistake. */
const MAX_REPORTED_FIELDS = 64;

/** Fields known in every collection, whether or not an entry has them. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([...PASSAGE_FIELDS, ...SERVICE_NAMES]);

/** Returns the fields of a caller's filter that could be misspelt. Excludes the service's own fields. */
export const filteredFields = (filter: Filter | undefined): readonly string[] =>
  filter === undefined
    ? []
    : [...new Set(pathsOf(filter))].filter((path) => !KNOWN_FIELDS.has(path)).slice(0, MAX_REPORTED_FIELDS);

const NONE: readonly string[] = [];

/**
 * Returns those `fields` that no passage of a collection visible to the caller has. Ignores index errors, which the
 * search itself reports.
 */
export const unknownAmong = (
  passages: PassageIndexService,
  collectionId: string,
  fields: readonly string[],
): Effect.Effect<readonly string[]> => {
  if (fields.length === 0) return Effect.succeed(NONE);
  return callersAccessFilter.pipe(
    Effect.flatMap((accessFilter) => passages.indexedPaths(collectionId, fields, accessFilter?.filter)),
    Effect.map((existing) => fields.filter((field) => !existing.includes(field))),
    Effect.orElseSucceed(() => NONE),
  );
};

export interface FilterFieldsShape {
  /** Returns the fields of a filter (JSON, or its text) that no document of the collection has. */
  unknownOfDocuments(
    collectionName: string,
    filters: JsonObject | string | undefined,
  ): Effect.Effect<readonly string[]>;
  /** Returns the fields of a filter that neither an entry nor a chunk of the collection has. */
  unknownOfPassages(collectionName: string, filters: JsonObject | undefined): Effect.Effect<readonly string[]>;
}

/**
 * Finds filter fields that exist nowhere within the caller's access filter. Never fails: the calling operation reports
 * errors in the filter or the collection.
 */
export class FilterFields extends Context.Service<FilterFields, FilterFieldsShape>()("@quarry/catalog/FilterFields") {
  static readonly layer = Layer.effect(
    FilterFields,
    Effect.gen(function* () {
      const collections = yield* Collections;
      const documents = yield* DocumentRepository;
      const passages = yield* PassageIndex;

      const among = <E>(
        name: string,
        filters: JsonObject | string | undefined,
        find: (id: string, fields: readonly string[]) => Effect.Effect<readonly string[], E>,
      ): Effect.Effect<readonly string[]> =>
        filters === undefined
          ? Effect.succeed(NONE)
          : Effect.try(() =>
              filteredFields(parseFilter(typeof filters === "string" ? JSON.parse(filters) : filters)),
            ).pipe(
              Effect.flatMap((fields) =>
                fields.length === 0
                  ? Effect.succeed(NONE)
                  : Effect.flatMap(collections.get(name), ({ id }) => find(id, fields)),
              ),
              Effect.orElseSucceed(() => NONE),
            );

      const amongDocuments = Effect.fnUntraced(function* (id: string, paths: readonly string[]) {
        const within = (yield* callersAccessFilter)?.filter;
        const existing = yield* documents.indexedPaths(id, { paths, within });
        return paths.filter((path) => !existing.includes(path));
      });

      return {
        unknownOfDocuments: (name, filters) => among(name, filters, amongDocuments),
        unknownOfPassages: (name, filters) => among(name, filters, (id, fields) => unknownAmong(passages, id, fields)),
      };
    }),
  );
}
