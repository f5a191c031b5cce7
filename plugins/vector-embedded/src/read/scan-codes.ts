import { compileFilter, type Filter, type FilterPredicate } from "@quarry/plugin/domain";
import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { type CodeMatrix, ROWS_PER_BLOCK } from "./code-matrix.ts";
import { Candidates } from "./candidates.ts";
import { filterFirstIsCheaper } from "./filter-cost.ts";
import type { Mirror } from "./mirror.ts";
import type { ReadableCollection } from "./readable-collection.ts";

/**
 * Exact search over a collection whose codes are in memory: the codes leave few rows that may be among the best, and
 * only these are read from the file in full. Undefined when the mirror proves to be of no use for it.
 */
export const scanCodes = (
  collection: ReadableCollection,
  mirror: Mirror,
  codes: CodeMatrix,
  request: VectorSearchRequest,
): readonly VectorHit[] | undefined => {
  codes.setQuery(request.vector);
  const candidates = new Candidates(codes, request.topK);
  if (request.filter === undefined) scanAll(mirror, codes, candidates, 0);
  else scanFiltered(mirror, codes, candidates, request.filter);
  return candidates.best(collection, mirror, request);
};

const scanFiltered = (mirror: Mirror, codes: CodeMatrix, candidates: Candidates, filter: Filter): void => {
  const matches = compileFilter(filter);
  if (filterFirstIsCheaper(mirror, filter, matches)) scanMatching(mirror, codes, candidates, matches);
  else scanThenFilter(mirror, codes, candidates, matches);
};

/** Multiplies only what matches. */
const scanMatching = (mirror: Mirror, codes: CodeMatrix, candidates: Candidates, matches: FilterPredicate): void => {
  for (let row = 0; row < mirror.length; row += 1) {
    if (!mirror.isLive(row) || !matches(mirror.metadata[row]!)) continue;
    codes.multiply(row, row + 1);
    const estimate = codes.estimate(row);
    if (candidates.takes(row, estimate)) candidates.add(row, estimate);
  }
};

/** The rows from one on, of which nothing is known. */
export const scanAll = (mirror: Mirror, codes: CodeMatrix, candidates: Candidates, from: number): void =>
  scanThenFilter(mirror, codes, candidates, () => true, from);

/** Multiplies everything, and asks the filter only about rows that may be among the best. */
const scanThenFilter = (
  mirror: Mirror,
  codes: CodeMatrix,
  candidates: Candidates,
  matches: FilterPredicate,
  from = 0,
): void => {
  for (let start = from; start < mirror.length; start += ROWS_PER_BLOCK) {
    const end = Math.min(start + ROWS_PER_BLOCK, mirror.length);
    codes.multiply(start, end);
    for (let row = start; row < end; row += 1) {
      const estimate = codes.estimate(row);
      if (!candidates.takes(row, estimate)) continue;
      if (mirror.isLive(row) && matches(mirror.metadata[row]!)) candidates.add(row, estimate);
    }
  }
};
