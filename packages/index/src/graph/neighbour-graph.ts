import type { CodeMatrix } from "../vectors/read/code-matrix.ts";
import { TopK } from "../top-k.ts";
import { Beam } from "./beam.ts";
import { Links, MAX_LINKS } from "./links.ts";
import { SearchDepthRecord } from "./search-depth-record.ts";

/**
 * Number of neighbours of a new row, and of a row after pruning. The difference to `MAX_LINKS` leaves space for links
 * from other rows.
 */
const NEW_LINKS = 32;
/** Beam width while a new row's neighbours are searched. */
const BUILD_WIDTH = 128;
/** Beam width of a search, and so the maximum number of rows that it can find. */
export const SEARCH_WIDTH = 1_000;
/**
 * Number of entry points, evenly spread over all rows. A search begins at the best of them, so it can reach every
 * region of the graph.
 */
const ENTRY_POINTS = 64;
/**
 * A search expands rows whose distance (1 - cosine) exceeds that of the worst result by up to this factor, divided by a
 * power of the number of results: with many results, most of their neighbours are among them.
 */
const REACH = 0.5;
const REACH_POWER = 0.4;
/**
 * Share of the rows that a search can visit before it gives up as hard. A randomly accessed row costs five times as
 * much as one in a sequential scan, so by then the search has cost a quarter of a full scan. With few wanted rows, the
 * limits below allow more.
 */
const MAX_VISITED_SHARE = 0.05;
/**
 * Limit of visited rows, as a share of all wanted rows: scanning only the wanted ones is the alternative, and both
 * access rows randomly.
 */
const MAX_VISITED_SHARE_OF_WANTED = 0.5;
const MIN_VISIT_LIMIT = 2_000;
const MIN_VISIT_LIMIT_PER_HIT = 25;

/** Maximum size of the first batch. A later batch is at most as large as all batches before it together. */
const FIRST_BATCH = 20_000;

/** A search visits rows up to `reach` times as far away as the worst of the best rows. */
interface Bound {
  readonly best: TopK;
  readonly reach: number;
}

const boundOf = (wanted: number, resultCount: number): Bound => ({
  best: new TopK(wanted),
  reach: 1 + REACH / resultCount ** REACH_POWER,
});

/** Returns the lowest similarity within reach. It only rises. */
const minSimilarityOf = ({ best, reach }: Bound): number => 1 - reach * (1 - best.threshold);

/** Conditions that end a search: all rows within both bounds were visited, or the search gives up. */
interface StopCondition {
  /** Bound for the same number of rows, wanted or not: a query that is hard without a filter is not easier with one. */
  readonly anyBound: Bound;
  readonly wantedBound: Bound;
  readonly isWanted: (row: number) => boolean;
  /** Visited rows that are wanted, or have twins that can be. */
  readonly visited: { readonly rows: number[]; readonly similarities: number[] };
  readonly maxRows: number;
}

/**
 * Nearest-neighbour graph after Malkov and Yashunin (HNSW, https://arxiv.org/abs/1603.09320), with only its lowest
 * layer: entry points spread over the collection replace the upper layers. It works on the quantised codes, so results
 * are approximate.
 */
export class NeighbourGraph {
  readonly links: Links;
  readonly record = new SearchDepthRecord();
  readonly #codes: CodeMatrix;
  readonly #beam = new Beam(SEARCH_WIDTH);
  readonly #pruningBeam = new Beam(MAX_LINKS + 1);
  /** Number of the last search that visited each row. */
  #visitedIn = new Uint32Array(0);
  #searches = 0;
  #rows: number;
  /** Batch that is being added: rows up to `end`, inserted in an order other than that of the documents. */
  #batch = { end: 0, step: 1, added: 0 };
  readonly #newRows = new Int32Array(Math.max(ENTRY_POINTS, MAX_LINKS + 1));
  readonly #similarities = new Float64Array(this.#newRows.length);
  readonly #selected = new Int32Array(MAX_LINKS);
  readonly #toSelected = new Float64Array(MAX_LINKS);

  /** Starts with the links of the first `rows` rows, if they are already known. */
  constructor(codes: CodeMatrix, links = new Links(), rows = 0) {
    this.#codes = codes;
    this.links = links;
    this.#rows = rows;
  }

  /** Number of rows covered, from the first one on. */
  get rows(): number {
    return this.#rows;
  }

  /** Bytes per row. */
  static readonly stride = Links.stride + Uint32Array.BYTES_PER_ELEMENT;

  /**
   * Inserts rows that have codes but are not in the graph yet, until the deadline (in milliseconds, as of
   * `performance.now`). Rows count once their whole batch is inserted. Returns whether a batch was completed.
   */
  grow(deadline: number): boolean {
    if (this.#batch.end <= this.#rows) this.#startBatch();
    const size = this.#batch.end - this.#rows;
    while (this.#batch.added < size && performance.now() < deadline) {
      this.#insert(this.#batchRow(this.#batch.added));
      this.#batch.added += 1;
    }
    if (this.#batch.added < size) return false;
    this.#rows = this.#batch.end;
    return true;
  }

  #startBatch(): void {
    const size = Math.min(this.#codes.rows - this.#rows, Math.max(this.#rows, FIRST_BATCH));
    this.links.reserve(this.#rows + size);
    this.#batch = { end: this.#rows + size, step: spreadingStep(size), added: 0 };
  }

  #batchRow(index: number): number {
    return this.#rows + ((index * this.#batch.step) % (this.#batch.end - this.#rows));
  }

  /**
   * Returns the wanted rows nearest to the query of the codes, with their similarities by code. Stops when `wanted` of
   * them are found, or if there are hardly any. Leaves out rows that are less similar than these by more than `margin`.
   * `share` is the share of wanted rows among all rows; the others are traversed but not returned.
   *
   * Returns undefined if the query is hard because too many rows are about as near as the best visited ones. This
   * happens if a query is far from all rows: neighbours of one row then don't lead to the others. Also returns
   * undefined if the near rows are not wanted. This says nothing about other queries and is not recorded.
   */
  search(
    wanted: number,
    isWanted: (row: number) => boolean,
    { margin = Number.POSITIVE_INFINITY, share = 1 }: { readonly margin?: number; readonly share?: number } = {},
  ): ReadonlyMap<number, number> | undefined {
    const visited: StopCondition["visited"] = { rows: [], similarities: [] };
    const wantedBound = boundOf(wanted, wanted / share);
    const anyBound = share === 1 ? wantedBound : boundOf(wanted, wanted);
    const end: StopCondition = {
      ...{ anyBound, wantedBound, isWanted, visited },
      maxRows: Math.max(
        this.#rows * Math.min(MAX_VISITED_SHARE, share * MAX_VISITED_SHARE_OF_WANTED),
        MIN_VISIT_LIMIT + MIN_VISIT_LIMIT_PER_HIT * wanted,
      ),
    };
    if (!this.#search(SEARCH_WIDTH, end)) {
      if (this.#hasUnexpanded(minSimilarityOf(anyBound))) this.record.record(false);
      return undefined;
    }
    this.record.record(true);
    const found = new Map<number, number>();
    const lowest = wantedBound.best.threshold - margin;
    for (const [index, row] of visited.rows.entries()) {
      const similarity = visited.similarities[index]!;
      if (similarity < lowest) continue;
      if (isWanted(row)) found.set(row, similarity);
      this.#addTwins(row, similarity, wanted, isWanted, found);
    }
    return found;
  }

  #addTwins(
    row: number,
    similarity: number,
    wanted: number,
    isWanted: (row: number) => boolean,
    found: Map<number, number>,
  ): void {
    let count = 0;
    for (let twin = this.links.twinOf(row); twin !== undefined && count < wanted; twin = this.links.twinOf(twin)) {
      if (!isWanted(twin)) continue;
      found.set(twin, similarity);
      count += 1;
    }
  }

  #insert(row: number): void {
    this.#codes.setQueryRow(row);
    this.#search(BUILD_WIDTH);
    const { rows, similarities, size } = this.#beam;
    if (size > 0 && this.#codes.haveEqualCodes(rows[0]!, row)) {
      // Rows with equal codes would fill each other's links and become disconnected together.
      this.links.replace(row, rows, 1);
      this.links.addTwin(rows[0]!, row);
      return;
    }
    const count = this.#selectNeighbours(rows, similarities, size);
    this.links.replace(row, this.#selected, count);
    for (const other of this.#selected.slice(0, count)) this.#addBackLink(other, row);
  }

  /** Whether the last search met rows with at least this similarity that it did not expand. */
  #hasUnexpanded(minSimilarity: number): boolean {
    return this.#beam.bestRejected >= minSimilarity || this.#beam.expandNext(minSimilarity) !== undefined;
  }

  /** Searches the graph with a beam of `width`. Returns whether it visited all rows within reach. */
  #search(width: number, stop?: StopCondition): boolean {
    const { capacity } = this.links;
    if (this.#visitedIn.length < capacity) this.#visitedIn = new Uint32Array(capacity);
    this.#searches += 1;
    this.#beam.clear(width);
    let remaining = stop?.maxRows ?? Number.POSITIVE_INFINITY;
    let count = this.#visitEntryPoints();
    // Only rises: a row below it once is never expanded.
    let minSimilarity = Number.NEGATIVE_INFINITY;
    for (;;) {
      this.#codes.similarities(this.#newRows, count, this.#similarities);
      for (let i = 0; i < count; i += 1) {
        const similarity = this.#similarities[i]!;
        if (similarity < minSimilarity) continue;
        this.#beam.offer(this.#newRows[i]!, similarity);
        if (stop !== undefined) this.#recordVisit(this.#newRows[i]!, similarity, stop);
      }
      remaining -= count;
      if (remaining < 0) return false;
      if (stop !== undefined)
        minSimilarity = Math.min(minSimilarityOf(stop.anyBound), minSimilarityOf(stop.wantedBound));
      const row = this.#beam.expandNext(minSimilarity);
      if (row === undefined) return this.#beam.bestRejected < minSimilarity;
      count = 0;
      const start = row * MAX_LINKS;
      const end = start + this.links.degrees[row]!;
      for (let i = start; i < end; i += 1) count = this.#visit(this.links.neighbours[i]!, count);
    }
  }

  #recordVisit(row: number, similarity: number, { anyBound, wantedBound, isWanted, visited }: StopCondition): void {
    const wanted = isWanted(row);
    if (wanted) wantedBound.best.offer(similarity);
    if (anyBound !== wantedBound) anyBound.best.offer(similarity);
    if (!wanted && this.links.twins[row] === 0) return;
    visited.rows.push(row);
    visited.similarities.push(similarity);
  }

  /** Uses the rows inserted so far as entry points until the first batch is complete. */
  #visitEntryPoints(): number {
    const isFirst = this.#rows === 0;
    const total = isFirst ? this.#batch.added : this.#rows;
    const entries = Math.min(ENTRY_POINTS, total);
    let count = 0;
    for (let i = 0; i < entries; i += 1) {
      const index = Math.floor((i * total) / entries);
      count = this.#visit(isFirst ? this.#batchRow(index) : index, count);
    }
    return count;
  }

  #visit(row: number, count: number): number {
    if (this.#visitedIn[row] === this.#searches) return count;
    this.#visitedIn[row] = this.#searches;
    this.#newRows[count] = row;
    return count + 1;
  }

  /**
   * Selects neighbours from rows sorted by falling similarity: skips a row that is nearer to an already selected one.
   * This spreads the links over many directions (the HNSW neighbour heuristic). Returns the number of rows in
   * `#selected`.
   */
  #selectNeighbours(rows: Int32Array, similarities: Float64Array, size: number): number {
    let count = 0;
    for (let i = 0; i < size && count < NEW_LINKS; i += 1) {
      if (this.#isNearerToSelected(rows[i]!, similarities[i]!, count)) continue;
      this.#selected[count] = rows[i]!;
      count += 1;
    }
    return count;
  }

  #isNearerToSelected(row: number, similarity: number, count: number): boolean {
    if (count === 0) return false;
    this.#codes.setQueryRow(row);
    this.#codes.similarities(this.#selected, count, this.#toSelected);
    for (let i = 0; i < count; i += 1) if (this.#toSelected[i]! >= similarity) return true;
    return false;
  }

  #addBackLink(row: number, neighbour: number): void {
    if (this.links.add(row, neighbour)) return;
    const start = row * MAX_LINKS;
    this.#newRows.set(this.links.neighbours.subarray(start, start + MAX_LINKS));
    this.#newRows[MAX_LINKS] = neighbour;
    this.#codes.setQueryRow(row);
    this.#codes.similarities(this.#newRows, MAX_LINKS + 1, this.#similarities);
    this.#pruningBeam.clear(MAX_LINKS + 1);
    for (let i = 0; i <= MAX_LINKS; i += 1) this.#pruningBeam.offer(this.#newRows[i]!, this.#similarities[i]!);
    const { rows, similarities, size } = this.#pruningBeam;
    this.links.replace(row, this.#selected, this.#selectNeighbours(rows, similarities, size));
  }
}

/**
 * Returns a step that visits each of `size` positions once, each far from the previous ones: coprime to the size, near
 * the golden section.
 */
export const spreadingStep = (size: number): number => {
  let step = Math.max(1, Math.floor(size * GOLDEN));
  while (greatestCommonDivisor(step, size) !== 1) step += 1;
  return step;
};

const GOLDEN = 0.618_033_988_75;

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));
