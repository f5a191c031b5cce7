import type { Filter } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { SearchTarget } from "./search-target.ts";

/**
 * Filter for stores in place of the request's, while they have older metadata of some documents: hits are checked by
 * the passages, which have the current metadata. Undefined: no filter at all.
 */
export interface StoreFilter {
  readonly filter: Filter | undefined;
}

/** Undefined where stores know all that there is to know, or nothing is filtered. */
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
