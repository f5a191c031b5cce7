import { slicesOf } from "@quarry/plugin/domain";
import { allOf, hasId } from "./to-filters.ts";
import type { WeaviateCalls } from "./weaviate-calls.ts";
import type { Filters, SearchReply, SearchRequest } from "./weaviate-stub.ts";

/** Default of the server's `QUERY_MAXIMUM_RESULTS`. */
export const MAX_RESULTS = 10_000;
/** Complete objects per response: a message has at most 100 MB. */
export const PAGE_SIZE = 500;

/** An object in a response. */
export type Result = SearchReply["results"][number];

/** Properties to return of each object. */
export type Wanted = Pick<SearchRequest, "metadata" | "properties">;

/** Returns only UUIDs. */
export const UUIDS: Wanted = { metadata: { uuid: true }, properties: { nonRefProperties: [] } };

export const uuidOfResult = (result: Result): string => result.metadata!.id;

export const textOf = ({ properties }: Result, name: string): string =>
  properties!.nonRefProps!.fields[name]!.textValue!;

/** Returns the objects with these UUIDs that exist and meet the conditions. */
export const byUuids = async (
  calls: WeaviateCalls,
  uuids: readonly string[],
  wanted: Wanted,
  conditions: readonly Filters[] = [],
): Promise<Result[]> => {
  const results: Result[] = [];
  for (const page of slicesOf(uuids, PAGE_SIZE)) {
    const filters = allOf([hasId(page), ...conditions]);
    results.push(...(await calls.search({ limit: page.length, filters, ...wanted })));
  }
  return results;
};
