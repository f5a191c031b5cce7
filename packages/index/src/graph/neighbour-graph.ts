import type { CodeMatrix } from "../vectors/read/code-matrix.ts";
import { TopK } from "../top-k.ts";
import { Beam } from "./beam.ts";
import { Links, MAX_LINKS } from "./links.ts";
import { SearchDepthRecord } from "./search-depth-record.ts";

/** Neighbours that a row begins with, and that it is left with when it has too many: room for others to choose it. */
const NEW_LINKS = 32;
/** Rows that are kept in sight while the neighbours of a new one are looked for. */
const BUILD_WIDTH = 128;
/** Most rows that a search keeps in sight, and so the most that it can find. */
export const SEARCH_WIDTH = 1_000;
/** A walk begins at the best of so many rows, spread over all: there is no part of the graph that it can't reach. */
const ENTRIES = 64;
/**
 * A search goes on from rows whose distance (1 - cosine) is larger than that of the worst it would give by up to this,
 * divided by a power of how many it would give: of the neighbours of many, most lie among them.
 */
const REACH = 0.5;
const REACH_POWER = 0.4;
/**
 * A search may look at this share of the rows and then is hard: a row that lies anywhere costs five times what one costs
 * in its order, so that it has cost a quarter of what looking at all of them costs. Of few rows it may look at more.
 */
const SEARCHED_SHARE = 0.05;
/** Nor at more than so many for each wanted one: looking at these alone is another way, and rows lie anywhere in both. */
const SEARCHED_OF_WANTED = 0.5;
const LEAST_SEARCHED = 2_000;
const LEAST_SEARCHED_PER_HIT = 25;

/** The most rows of a first batch; a later one is at most as large as all before it. */
const FIRST_BATCH = 20_000;

/** A search looks at rows up to `reach` times as far as the worst of the best. */
interface Bound {
  readonly best: TopK;
  readonly reach: number;
}

const boundOf = (wanted: number, among: number): Bound => ({
  best: new TopK(wanted),
  reach: 1 + REACH / among ** REACH_POWER,
});

/** The least similarity within reach. It only rises. */
const leastWithin = ({ best, reach }: Bound): number => 1 - reach * (1 - best.threshold);

/** State that ends a search: all rows within both bounds were visited, or the search gives up. */
interface SearchEnd {
  /** Of as many of any rows: a query that is hard without a filter is no easier with one. */
  readonly ofAny: Bound;
  readonly ofWanted: Bound;
  readonly isWanted: (row: number) => boolean;
  /** Rows that it met and that are wanted, or have twins that may be. */
  readonly met: { readonly rows: number[]; readonly similarities: number[] };
  readonly mostRows: number;
}

/**
 * A graph of rows that are near to each other, after Malkov and Yashunin (https://arxiv.org/abs/1603.09320) with its
 * lowest layer alone: rows spread over the collection take the place of the others. It works on the codes: what it finds
 * is the nearest as far as they tell, or nearly.
 */
export class NeighbourGraph {
  readonly links: Links;
  readonly record = new SearchDepthRecord();
  readonly #codes: CodeMatrix;
  readonly #beam = new Beam(SEARCH_WIDTH);
  readonly #ownBeam = new Beam(MAX_LINKS + 1);
  /** The walk that met a row last. */
  #metIn = new Uint32Array(0);
  #searches = 0;
  #rows: number;
  /** The batch that is being added: rows up to `end`, in an order that is not that of the documents. */
  #batch = { end: 0, step: 1, added: 0 };
  readonly #met = new Int32Array(Math.max(ENTRIES, MAX_LINKS + 1));
  readonly #similarities = new Float64Array(this.#met.length);
  readonly #selected = new Int32Array(MAX_LINKS);
  readonly #toSelected = new Float64Array(MAX_LINKS);

  /** With the links of the first `rows` rows, if they are known already. */
  constructor(codes: CodeMatrix, links = new Links(), rows = 0) {
    this.#codes = codes;
    this.links = links;
    this.#rows = rows;
  }

  /** Rows that it covers: the first so many. */
  get rows(): number {
    return this.#rows;
  }

  /** Bytes that a row takes. */
  static readonly stride = Links.stride + Uint32Array.BYTES_PER_ELEMENT;

  /**
   * Adds rows that the codes have and it has not, until the time is over (in milliseconds, of `performance.now`). They
   * count when their whole batch is in. True when a batch was finished.
   */
  grow(until: number): boolean {
    if (this.#batch.end <= this.#rows) this.#startBatch();
    const size = this.#batch.end - this.#rows;
    while (this.#batch.added < size && performance.now() < until) {
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
   * The wanted rows nearest to the query of the codes and their similarities as the codes have them. It ends when `wanted` of
   * them were found, or there are hardly any. Left out is what is less similar than these by more than `margin`. `share` is
   * how many of all rows are wanted; the others are walked over. Undefined when the query is hard: too many rows are about as
   * near as the best that were met, as where a query is far from all rows, and neighbours of the one are then no way to the
   * other; or where what is near is not wanted, which says nothing of other queries and does not count in the record.
   */
  search(
    wanted: number,
    isWanted: (row: number) => boolean,
    { margin = Number.POSITIVE_INFINITY, share = 1 }: { readonly margin?: number; readonly share?: number } = {},
  ): ReadonlyMap<number, number> | undefined {
    const met: SearchEnd["met"] = { rows: [], similarities: [] };
    const ofWanted = boundOf(wanted, wanted / share);
    const ofAny = share === 1 ? ofWanted : boundOf(wanted, wanted);
    const end: SearchEnd = {
      ...{ ofAny, ofWanted, isWanted, met },
      mostRows: Math.max(
        this.#rows * Math.min(SEARCHED_SHARE, share * SEARCHED_OF_WANTED),
        LEAST_SEARCHED + LEAST_SEARCHED_PER_HIT * wanted,
      ),
    };
    if (!this.#search(SEARCH_WIDTH, end)) {
      if (this.#hasLeft(leastWithin(ofAny))) this.record.record(false);
      return undefined;
    }
    this.record.record(true);
    const found = new Map<number, number>();
    const lowest = ofWanted.best.threshold - margin;
    for (const [index, row] of met.rows.entries()) {
      const similarity = met.similarities[index]!;
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
    if (size > 0 && this.#codes.areSame(rows[0]!, row)) {
      // Equal rows would fill each other's links and be cut off together.
      this.links.replace(row, rows, 1);
      this.links.addTwin(rows[0]!, row);
      return;
    }
    const count = this.#choose(rows, similarities, size);
    this.links.replace(row, this.#selected, count);
    for (const other of this.#selected.slice(0, count)) this.#linkBack(other, row);
  }

  /** Whether the last search met rows at least this similar that it didn't go on from. */
  #hasLeft(atLeast: number): boolean {
    return this.#beam.lost >= atLeast || this.#beam.leave(atLeast) !== undefined;
  }

  /** Searches the graph with a beam of `width`. Returns whether it visited all rows within reach. */
  #search(width: number, stop?: SearchEnd): boolean {
    const { capacity } = this.links;
    if (this.#metIn.length < capacity) this.#metIn = new Uint32Array(capacity);
    this.#searches += 1;
    this.#beam.clear(width);
    let left = stop?.mostRows ?? Number.POSITIVE_INFINITY;
    let count = this.#meetEntries();
    // It only rises: what is below it once is never gone on from.
    let atLeast = Number.NEGATIVE_INFINITY;
    for (;;) {
      this.#codes.similarities(this.#met, count, this.#similarities);
      for (let i = 0; i < count; i += 1) {
        const similarity = this.#similarities[i]!;
        if (similarity < atLeast) continue;
        this.#beam.offer(this.#met[i]!, similarity);
        if (stop !== undefined) this.#note(this.#met[i]!, similarity, stop);
      }
      left -= count;
      if (left < 0) return false;
      if (stop !== undefined) atLeast = Math.min(leastWithin(stop.ofAny), leastWithin(stop.ofWanted));
      const row = this.#beam.leave(atLeast);
      if (row === undefined) return this.#beam.lost < atLeast;
      count = 0;
      const start = row * MAX_LINKS;
      const end = start + this.links.degrees[row]!;
      for (let i = start; i < end; i += 1) count = this.#meet(this.links.neighbours[i]!, count);
    }
  }

  #note(row: number, similarity: number, { ofAny, ofWanted, isWanted, met }: SearchEnd): void {
    const wanted = isWanted(row);
    if (wanted) ofWanted.best.offer(similarity);
    if (ofAny !== ofWanted) ofAny.best.offer(similarity);
    if (!wanted && this.links.twins[row] === 0) return;
    met.rows.push(row);
    met.similarities.push(similarity);
  }

  /** Until the first batch is in, those of its rows that are must do. */
  #meetEntries(): number {
    const isFirst = this.#rows === 0;
    const total = isFirst ? this.#batch.added : this.#rows;
    const entries = Math.min(ENTRIES, total);
    let count = 0;
    for (let i = 0; i < entries; i += 1) {
      const index = Math.floor((i * total) / entries);
      count = this.#meet(isFirst ? this.#batchRow(index) : index, count);
    }
    return count;
  }

  #meet(row: number, count: number): number {
    if (this.#metIn[row] === this.#searches) return count;
    this.#metIn[row] = this.#searches;
    this.#met[count] = row;
    return count + 1;
  }

  /**
   * Of rows by falling similarity to some row, those that are not nearer to one chosen before than to it: neighbours in
   * many directions rather than many in one. Gives how many there are in `#selected`.
   */
  #choose(rows: Int32Array, similarities: Float64Array, size: number): number {
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

  #linkBack(row: number, neighbour: number): void {
    if (this.links.add(row, neighbour)) return;
    const start = row * MAX_LINKS;
    this.#met.set(this.links.neighbours.subarray(start, start + MAX_LINKS));
    this.#met[MAX_LINKS] = neighbour;
    this.#codes.setQueryRow(row);
    this.#codes.similarities(this.#met, MAX_LINKS + 1, this.#similarities);
    this.#ownBeam.clear(MAX_LINKS + 1);
    for (let i = 0; i <= MAX_LINKS; i += 1) this.#ownBeam.offer(this.#met[i]!, this.#similarities[i]!);
    const { rows, similarities, size } = this.#ownBeam;
    this.links.replace(row, this.#selected, this.#choose(rows, similarities, size));
  }
}

/** A step that visits each of so many places once, far from the last ones: coprime to the size, near the golden section. */
export const spreadingStep = (size: number): number => {
  let step = Math.max(1, Math.floor(size * GOLDEN));
  while (greatestDivisor(step, size) !== 1) step += 1;
  return step;
};

const GOLDEN = 0.618_033_988_75;

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));
