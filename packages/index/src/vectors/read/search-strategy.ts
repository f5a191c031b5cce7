import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { hasBit } from "../../columns/row-bits.ts";
import { Candidates } from "./candidates.ts";
import type { CodeMatrix } from "./code-matrix.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { scanSelected, scanRange } from "./scan-codes.ts";
import { scanFile } from "./scan-file.ts";
import { scanMirror } from "./scan-mirror.ts";
import { scanTogether, type SharedSearch } from "./scan-together.ts";
import { type CurrentMirror, type SelectedRows, selectRows } from "./selected-rows.ts";
import { runToCompletion, type Sliced } from "./sliced.ts";
import { VectorMatrix } from "./vector-matrix.ts";
import { canSearchGraph, graphCandidates, searchGraphFiltered } from "./search-graph.ts";

/**
 * Runs a search, and is the only place that chooses the strategy. Every strategy returns min(topK, matches) hits at any
 * selectivity, with exact cosines. All strategies except graph searches are guaranteed to find the nearest rows.
 */
export function* search(
  collection: ReadableCollection,
  current: CurrentMirror,
  request: VectorSearchRequest,
): Sliced<readonly VectorHit[]> {
  const graphResult = yield* searchGraphFiltered(current, request);
  if (graphResult?.hits !== undefined) return graphResult.hits;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const selected = yield* selectRows(current, request.filter);
    if (selected === undefined) break;
    const { vectors } = selected.mirror;
    const hits =
      vectors instanceof VectorMatrix
        ? scanMirror(selected, vectors, request)
        : yield* searchCodes(selected, vectors, request, graphResult === undefined);
    if (hits !== undefined) return hits;
  }
  return yield* scanFile(collection, request);
}

/** Number of attempts. If rows keep disappearing during a search, it runs in one snapshot of the file instead. */
const MAX_ATTEMPTS = 4;

/**
 * Cost of multiplying a randomly accessed row relative to one in sequence. If more than 1/RANDOM_ACCESS_COST of the rows are
 * selected, all are multiplied.
 */
const RANDOM_ACCESS_COST = 3;

/** Returns undefined if the mirror turns out to be useless. */
function* searchCodes(
  selected: SelectedRows,
  codes: CodeMatrix,
  request: VectorSearchRequest,
  mayUseGraph: boolean,
): Sliced<readonly VectorHit[] | undefined> {
  const { mirror, rows, count } = selected;
  const { graph } = mirror;
  const scan = { codes, rows, to: mirror.length };
  if (mayUseGraph && graph !== undefined && canSearchGraph(graph, selected, request)) {
    const fromGraph = graphCandidates({ mirror, count, isWanted: (row) => hasBit(rows, row) }, codes, graph, request);
    if (fromGraph !== undefined) {
      yield* scanRange({ ...scan, from: graph.rows }, fromGraph);
      return yield* fromGraph.best(mirror, request);
    }
  }
  codes.setQuery(request.vector);
  const candidates = new Candidates(codes, request.topK);
  const scanRows = count * RANDOM_ACCESS_COST < mirror.length ? scanSelected : scanRange;
  yield* scanRows({ ...scan, from: 0 }, candidates);
  return yield* candidates.best(mirror, request);
}

/**
 * Same as `search`, for several searches of one collection, in order. Returns undefined if sharing does not pay off: it
 * only does for vectors in full.
 */
export const searchTogether = (
  current: CurrentMirror,
  requests: readonly VectorSearchRequest[],
): readonly (readonly VectorHit[])[] | undefined => {
  if (!(current()?.vectors instanceof VectorMatrix)) return undefined;
  const searches = requests.map((request) => ({
    request,
    selected: runToCompletion(selectRows(current, request.filter)),
  }));
  const mirror = searches.at(-1)!.selected?.mirror;
  // The mirror can have changed its state or form while filters were evaluated.
  const isSameMirror = searches.every(({ selected }) => selected !== undefined && selected.mirror === mirror);
  return isSameMirror && mirror?.vectors instanceof VectorMatrix
    ? scanTogether(mirror.vectors, searches as readonly SharedSearch[])
    : undefined;
};
