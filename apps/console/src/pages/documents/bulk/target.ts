import type { Filter } from "../../../filters/filter-rows.ts";

/** Documents that an action applies to: some by their ids, those that match a filter, or all. */
export type Target =
  | { readonly by: "ids"; readonly ids: readonly string[] }
  | { readonly by: "filter"; readonly filter: Filter };

/** Selector of a bulk request in the contract. */
export type Selector = { readonly filters: Record<string, unknown> } | { readonly all: true };

/** Maximum number of ids in one filter. */
const MAX_IDS = 1_000;

/** Returns the requests for a target: one, or one per thousand ids. */
export const selectorsOf = (target: Target): readonly Selector[] => {
  if (target.by === "filter") {
    return [Object.keys(target.filter).length === 0 ? { all: true } : { filters: target.filter }];
  }
  const selectors: Selector[] = [];
  for (let start = 0; start < target.ids.length; start += MAX_IDS) {
    selectors.push({ filters: { document_id: { $in: target.ids.slice(start, start + MAX_IDS) } } });
  }
  return selectors;
};

/** Target for all documents that match a filter, except some. */
export const allBut = (filter: Filter, except: ReadonlySet<string>): Target => {
  if (except.size === 0) return { by: "filter", filter };
  const others = { document_id: { $nin: [...except] } };
  return { by: "filter", filter: Object.keys(filter).length === 0 ? others : { $and: [filter, others] } };
};
