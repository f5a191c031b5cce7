import type { Filter } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { SearchTarget } from "./search-target.ts";

/**
 * Filter sent to stores instead of the request's, while they have older metadata of some documents. Hits are then
 * checked against the passages, which have the current metadata. `filter` undefined: no filter at all.
 */
export interface StoreFilter {
  readonly filter: Filter | undefined;
}

/** Returns the filter for stores; undefined if their metadata is current, or if there is no filter. */
export const storeFilterOf = <E>(
  filter: Filter | undefined,
  { lagging }: SearchTarget<E>,
): Effect.Effect<StoreFilter | undefined, E> =>
  filter === undefined || lagging === undefined
    ? Effect.succeed(undefined)
    : Effect.map(lagging, (documents): StoreFilter | undefined => {
        if (documents === undefined) return { filter: undefined };
        return documents.length === 0 ? undefined : { filter: { op: "or", filters: [filter, ofDocuments(documents)] } };
      });

const ofDocuments = (values: readonly string[]): Filter => ({ op: "in", path: "document_id", values, negated: false });
