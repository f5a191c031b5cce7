import { compileFilter, type FilterPredicate, type JsonObject } from "@quarry/plugin/domain";
import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import type { TopK } from "../../top-k.ts";
import { numbersOf, vectorOf } from "../storage/record-sums.ts";
import { exactProduct, floatsOf } from "./exact-product.ts";
import type { ReadableCollection } from "./readable-collection.ts";
import { RANKING_SLACK, rankHits, topRows } from "./ranked-hits.ts";
import { isSliceOver, type Sliced } from "./sliced.ts";
import { VectorMatrix } from "./vector-matrix.ts";

const VECTOR_OF = "SELECT vector FROM record WHERE rid = ?";
/** Number of cached ids per best row above which ids of other rows are dropped. */
const IDS_PER_ROW = 4;
const VECTORS_FROM = "SELECT rid, id, vector FROM record WHERE rid > ? ORDER BY rid";
const METADATA_FROM = "SELECT rid, id, metadata FROM record WHERE rid > ? ORDER BY rid";

/**
 * Exact search of a collection that is too large for memory: reads the file row by row, in constant memory. The visible
 * state can change whenever it yields. It continues after the last row read, so it has read all rows that exist at its
 * end. If too many of the best rows are gone by then, it repeats the scan in one snapshot.
 */
export function* scanFile(collection: ReadableCollection, request: VectorSearchRequest): Sliced<readonly VectorHit[]> {
  const scan = new FileScan(collection, request);
  while (!scan.scanSlice()) yield;
  const hits = collection.snapshot(() => scan.hits());
  if (hits !== undefined) return hits;
  return collection.snapshot(() => {
    const retry = new FileScan(collection, request);
    while (!retry.scanSlice());
    return retry.hits()!;
  });
}

class FileScan {
  readonly #collection: ReadableCollection;
  readonly #request: VectorSearchRequest;
  readonly #matches: FilterPredicate | undefined;
  /** Memory for one row, for the kernel. */
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

  /** Reads more rows until the time slice ends. Returns whether all are read. */
  scanSlice(): boolean {
    return this.#matches === undefined ? this.#scanAll() : this.#scanMatching(this.#matches);
  }

  #scanAll(): boolean {
    for (const [rid, id, stored] of this.#collection.iterate<[number, string, Uint8Array]>(VECTORS_FROM, this.#last)) {
      this.#last = rid;
      this.#offer(rid, id, stored);
      if (isSliceOver()) return false;
    }
    return true;
  }

  /** Reads metadata first, to skip the vectors of rows that don't match. */
  #scanMatching(matches: FilterPredicate): boolean {
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
    if (this.#ids.size < IDS_PER_ROW * (this.#request.topK + RANKING_SLACK)) return;
    const best = new Set(this.#top.items);
    for (const known of this.#ids.keys()) if (!best.has(known)) this.#ids.delete(known);
  }

  /** Returns the hits without removed rows. Returns undefined if removed rows can have displaced others. */
  hits(): readonly VectorHit[] | undefined {
    const hits: VectorHit[] = [];
    for (const rid of this.#top.items) {
      const found = this.#collection.first<[Uint8Array]>(VECTOR_OF, rid);
      if (found === undefined) continue;
      const numbers = floatsOf(numbersOf(found[0], this.#collection.dimension));
      hits.push({ id: this.#ids.get(rid)!, cosine: exactProduct(this.#request.vector, numbers) });
    }
    const { topK } = this.#request;
    const isFull = this.#top.items.length === topK + RANKING_SLACK;
    return isFull && hits.length < topK ? undefined : rankHits(hits, topK);
  }
}
