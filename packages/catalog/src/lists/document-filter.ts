import { boundedFilter, passageFieldOf, CurrentCaller } from "@quarry/index";
import { type DomainError, type Filter, invalidArgument, type JsonObject, parseFilter } from "@quarry/plugin/domain";
import { Effect } from "effect";
import { refusing } from "../refusing.ts";

/**
 * Returns the filter of the requested documents, restricted by the caller's access filter; undefined for all. Rejects
 * fields that documents as a whole don't have, because these would match nothing, or everything.
 */
export const documentFilter = (filters: JsonObject | undefined): Effect.Effect<Filter | undefined, DomainError> =>
  Effect.gen(function* () {
    const { accessFilter } = yield* CurrentCaller;
    const requestFilter = filters && (yield* refusing(() => checkedFilter(filters)));
    return boundedFilter(accessFilter, requestFilter);
  });

const checkedFilter = (filters: JsonObject): Filter | undefined => {
  const filter = parseFilter(filters);
  const path = filter && passageFieldOf(filter);
  if (path !== undefined) {
    throw invalidArgument(
      `filters.${path}: differs between the chunks of a document and can't filter documents; use it in a query`,
    );
  }
  return filter;
};

/** Combines the defined filters with AND. */
export const allOf = (filters: readonly (Filter | undefined)[]): Filter | undefined => {
  const filtersSet = filters.filter((filter) => filter !== undefined);
  return filtersSet.length > 1 ? { op: "and", filters: filtersSet } : filtersSet[0];
};
