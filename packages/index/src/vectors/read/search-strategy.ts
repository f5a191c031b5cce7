import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { hasBit } from "../../columns/row-bits.ts";
import { Candidates } from "./candidates.ts";
import type { CodeMatrix } from "./code-matrix.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { scanPicked, scanRange } from "./scan-codes.ts";
import { scanFile } from "./scan-file.ts";
import { scanMirror } from "./scan-mirror.ts";
import { scanTogether, type SharedSearch } from "./scan-together.ts";
import { type CurrentMirror, type SelectedRows, selectRows } from "./selected-rows.ts";
import { atOnce, type Sliced } from "./sliced.ts";
import { VectorMatrix } from "./vector-matrix.ts";
import { canWalk, proposeByGraph, walkAsking } from "./search-graph.ts";

/**
 * Runs a search: the one place that chooses the strategy. Every strategy gives min(topK, matches) hits at any
 * selectivity, with exact cosines; all but graph searches are certain to find the nearest.
 */
export function* search(
  collection: ReadableCollection,
  current: CurrentMirror,
  request: VectorSearchRequest,
): Sliced<readonly VectorHit[]> {
  const walked = yield* walkAsking(current, request);
  if (walked?.hits !== undefined) return walked.hits;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const selected = yield* selectRows(current, request.filter);
    if (selected === undefined) break;
    const { vectors } = selected.mirror;
    const hits =
      vectors instanceof VectorMatrix
        ? scanMirror(selected, vectors, request)
        : yield* searchCodes(selected, vectors, request, walked === undefined);
    if (hits !== undefined) return hits;
  }
  return yield* scanFile(collection, request);
}

/** A search that finds rows gone, again and again, is done in one snapshot of the file instead. */
const ATTEMPTS = 4;

/**
 * Multiplying a row that lies anywhere takes so many times as long as one in its order: of more than one in so many all are
 * multiplied.
 */
const ANYWHERE_COST = 3;

/** Undefined when the mirror proves to be of no use. */
function* searchCodes(
  selected: SelectedRows,
  codes: CodeMatrix,
  request: VectorSearchRequest,
  mayWalk: boolean,
): Sliced<readonly VectorHit[] | undefined> {
  const { mirror, rows, count } = selected;
  const { graph } = mirror;
  const scan = { codes, rows, to: mirror.length };
  if (mayWalk && graph !== undefined && canWalk(graph, selected, request)) {
    const proposed = proposeByGraph({ mirror, count, isWanted: (row) => hasBit(rows, row) }, codes, graph, request);
    if (proposed !== undefined) {
      yield* scanRange({ ...scan, from: graph.rows }, proposed);
      return proposed.best(mirror, request);
    }
  }
  codes.setQuery(request.vector);
  const candidates = new Candidates(codes, request.topK);
  const scanRows = count * ANYWHERE_COST < mirror.length ? scanPicked : scanRange;
  yield* scanRows({ ...scan, from: 0 }, candidates);
  return candidates.best(mirror, request);
}

/** The same for several searches of one collection, in their order, where sharing pays: of vectors held in full. */
export const searchTogether = (
  current: CurrentMirror,
  requests: readonly VectorSearchRequest[],
): readonly (readonly VectorHit[])[] | undefined => {
  if (!(current()?.vectors instanceof VectorMatrix)) return undefined;
  const searches = requests.map((request) => ({ request, selected: atOnce(selectRows(current, request.filter)) }));
  const mirror = searches.at(-1)!.selected?.mirror;
  // Another state, or another form, may have come with the filters of some.
  const isOne = searches.every(({ selected }) => selected !== undefined && selected.mirror === mirror);
  return isOne && mirror?.vectors instanceof VectorMatrix
    ? scanTogether(mirror.vectors, searches as readonly SharedSearch[])
    : undefined;
};
