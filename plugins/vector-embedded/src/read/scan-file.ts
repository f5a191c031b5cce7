import { compileFilter, type JsonObject } from "@quarry/plugin/domain";
import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { numbersOf, vectorOf } from "../storage/record-sums.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { RANKING_SLACK, rankHits } from "./ranked-hits.ts";
import { TopRows } from "./top-rows.ts";
import { VectorMatrix } from "./vector-matrix.ts";

const VECTOR_OF = "SELECT vector FROM record WHERE rid = ?";
const ID_OF = "SELECT id FROM record WHERE rid = ?";

/** Exact search over a collection that is too large for memory: row by row from the file, in constant memory. */
export const scanFile = (collection: ReadableCollection, request: VectorSearchRequest): readonly VectorHit[] =>
  collection.snapshot(() => {
    // One row of scratch space for the kernel.
    const scratch = new VectorMatrix(collection.dimension);
    scratch.append(new Uint8Array(0));
    scratch.setQuery(request.vector);
    const idOf = (rid: number): string => collection.first<[string]>(ID_OF, rid)![0];
    const top = new TopRows(request.topK + RANKING_SLACK, idOf);
    for (const [rid, stored] of candidates(collection, request)) {
      scratch.replace(0, vectorOf(stored, collection.dimension));
      const score = scratch.dot(0);
      if (score >= top.threshold) top.offer(score, rid);
    }
    const hits = top.rows.map((rid) => {
      scratch.replace(0, numbersOf(collection.first<[Uint8Array]>(VECTOR_OF, rid)![0], collection.dimension));
      return { id: idOf(rid), cosine: scratch.exactDot(0) };
    });
    return rankHits(hits, request.topK);
  });

function* candidates(
  collection: ReadableCollection,
  { filter }: VectorSearchRequest,
): Iterable<readonly [number, Uint8Array]> {
  if (filter === undefined) {
    yield* collection.iterate<[number, Uint8Array]>("SELECT rid, vector FROM record");
    return;
  }
  // Metadata first: the vectors of rows that don't match are not read at all.
  const matches = compileFilter(filter);
  for (const [rid, metadata] of collection.iterate<[number, string]>("SELECT rid, metadata FROM record")) {
    if (!matches(JSON.parse(metadata) as JsonObject)) continue;
    yield [rid, collection.first<[Uint8Array]>(VECTOR_OF, rid)![0]];
  }
}
