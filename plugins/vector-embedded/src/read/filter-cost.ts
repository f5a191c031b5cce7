import type { Filter, FilterPredicate } from "@quarry/plugin/domain";
import type { Mirror } from "./mirror.ts";

/** Rows tried to learn how many match. */
const SAMPLE_ROWS = 200;
/** Cost of one condition, in dimensions that the kernel multiplies in the same time. */
const DIMENSIONS_PER_CONDITION = 200;

/**
 * Whether to filter before multiplying. Filtering first pays the filter on every row and the product on those that
 * match; the other way round pays the product on every row. Both give the same hits.
 */
export const filterFirstIsCheaper = (mirror: Mirror, filter: Filter, matches: FilterPredicate): boolean => {
  const share = matchingShare(mirror, matches);
  const filterCost = conditions(filter) * DIMENSIONS_PER_CONDITION;
  return filterCost + share * mirror.vectors.dimension < mirror.vectors.dimension || share < RARE_SHARE;
};

/** With matches this rare, the best rows are not known early and the lazy way would ask the filter about most rows. */
const RARE_SHARE = 0.02;

const matchingShare = (mirror: Mirror, matches: FilterPredicate): number => {
  const step = Math.max(1, Math.floor(mirror.length / SAMPLE_ROWS));
  let tried = 0;
  let matching = 0;
  for (let row = 0; row < mirror.length; row += step) {
    if (!mirror.isLive(row)) continue;
    tried += 1;
    if (matches(mirror.metadata[row]!)) matching += 1;
  }
  return tried === 0 ? 0 : matching / tried;
};

const conditions = (filter: Filter): number =>
  filter.op === "and" || filter.op === "or" ? filter.filters.reduce((sum, part) => sum + conditions(part), 0) : 1;
