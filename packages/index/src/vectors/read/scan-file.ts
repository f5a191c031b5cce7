import { compileFilter, type FilterPredicate, type JsonObject } from "@quarry/plugin/domain";
import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import type { TopK } from "../../top-k.ts";
import { numbersOf, vectorOf } from "../storage/record-sums.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { RANKING_SLACK, rankHits, topRows } from "./ranked-hits.ts";
import { isSliceOver, type Sliced } from "./sliced.ts";
import { VectorMatrix } from "./vector-matrix.ts";

const VECTOR_OF = "SELECT vector FROM record WHERE rid = ?";
/** Ids of rows that are no longer among the best are forgotten when there are so many for each of these. */
const IDS_A_ROW = 4;
const VECTORS_FROM = "SELECT rid, id, vector FROM record WHERE rid > ? ORDER BY rid";
const METADATA_FROM = "SELECT rid, id, metadata FROM record WHERE rid > ? ORDER BY rid";

/**
 * Exact search over a collection that is too large for memory: row by row from the file, in constant memory. Where it gives way
 * the state that it sees may change: it goes on behind the last row it has seen, so that it has seen all that there are at its
 * end, and looks again, in one go, when too many of the best are gone by then.
 */
export function* scanFile(collection: ReadableCollection, request: VectorSearchRequest): Sliced<readonly VectorHit[]> {
  const scan = new FileScan(collection, request);
  while (!scan.goOn()) yield;
  const hits = collection.snapshot(() => scan.hits());
  if (hits !== undefined) return hits;
  return collection.snapshot(() => {
    const again = new FileScan(collection, request);
    while (!again.goOn());
    return again.hits()!;
  });
}

class FileScan {
  readonly #collection: ReadableCollection;
  readonly #request: VectorSearchRequest;
  readonly #matches: FilterPredicate | undefined;
  /** One row of space for the kernel. */
  readonly #scratch: VectorMatrix;
  readonly #ids = new Map<number, string>();
  readonly #top: TopK;
  #last = 0;

  constructor(collection: ReadableCollection, request: VectorSearchRequest) {
    this.#collection = collection;
    this.#request = request;
    this.#matches = request.filter && compileFilter(request.filter);
    this.#scratch = new VectorMatrix(collection.dimension);
    this.#scratch.append(new Uint8Array(0));
    this.#scratch.setQuery(request.vector);
    this.#top = topRows(request.topK + RANKING_SLACK, (rid) => this.#ids.get(rid)!);
  }

  /** Looks at more rows until time is over; whether there are no more. */
  goOn(): boolean {
    return this.#matches === undefined ? this.#goOn() : this.#goOnMatching(this.#matches);
  }

  #goOn(): boolean {
    for (const [rid, id, stored] of this.#collection.iterate<[number, string, Uint8Array]>(VECTORS_FROM, this.#last)) {
      this.#last = rid;
      this.#offer(rid, id, stored);
      if (isSliceOver()) return false;
    }
    return true;
  }

  /** Metadata first: the vectors of rows that don't match are not read at all. */
  #goOnMatching(matches: FilterPredicate): boolean {
    for (const [rid, id, metadata] of this.#collection.iterate<[number, string, string]>(METADATA_FROM, this.#last)) {
      this.#last = rid;
      if (matches(JSON.parse(metadata) as JsonObject)) {
        this.#offer(rid, id, this.#collection.first<[Uint8Array]>(VECTOR_OF, rid)![0]);
      }
      if (isSliceOver()) return false;
    }
    return true;
  }

  #offer(rid: number, id: string, stored: Uint8Array): void {
    this.#scratch.replace(0, vectorOf(stored, this.#collection.dimension));
    const score = this.#scratch.dot(0);
    if (score < this.#top.threshold) return;
    this.#ids.set(rid, id);
    this.#top.offer(score, rid);
    if (this.#ids.size < IDS_A_ROW * (this.#request.topK + RANKING_SLACK)) return;
    const best = new Set(this.#top.items);
    for (const known of this.#ids.keys()) if (!best.has(known)) this.#ids.delete(known);
  }

  /** The hits, of which those that are gone are none; undefined when these may have displaced others. */
  hits(): readonly VectorHit[] | undefined {
    const hits: VectorHit[] = [];
    for (const rid of this.#top.items) {
      const found = this.#collection.first<[Uint8Array]>(VECTOR_OF, rid);
      if (found === undefined) continue;
      this.#scratch.replace(0, numbersOf(found[0], this.#collection.dimension));
      hits.push({ id: this.#ids.get(rid)!, cosine: this.#scratch.exactDot(0) });
    }
    const { topK } = this.#request;
    const isFull = this.#top.items.length === topK + RANKING_SLACK;
    return isFull && hits.length < topK ? undefined : rankHits(hits, topK);
  }
}
