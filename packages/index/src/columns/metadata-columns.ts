import { BoundedMap, compileFilter, type Filter, isJsonObject, type JsonObject } from "@quarry/plugin/domain";
import { forEachValue } from "@quarry/plugin/facts";
import type { ReadableCollection } from "../vectors/read/readable-collection.ts";
import { isSliceOver, type Sliced } from "../vectors/read/sliced.ts";
import { rowChecksum } from "../vectors/storage/record-sums.ts";
import { type Column, columnKey } from "./column.ts";
import { makeColumn } from "./column-kinds.ts";
import { columnRows, columnsIn, filterRows, type RowRange, type RowTest, rowTests } from "./filter-rows.ts";
import { hasBit, makeBits, type RowBits, setBit, takeBits, withCapacity } from "./row-bits.ts";
import { VALUE_KIND } from "./value-column.ts";

/** Rows that the columns describe, in order of `rid`. */
export interface NumberedRows {
  readonly length: number;
  rid(row: number): number;
  /** Checksum of the row's id and metadata. */
  checksum(row: number): number;
  /** Set when a row turns out to contain another record than its number indicates. */
  isDoubtful: boolean;
}

/** Rows that match a filter, including removed ones, and the number of rows evaluated. */
interface FilterSet {
  bits: RowBits;
  rows: number;
}

/** Cached sets for repeated filters. A set takes an eighth of a byte a row. */
const MAX_CACHED_SETS = 32;
/** Rows read between two checks of the clock: a check takes as long as reading half a row. */
const ROWS_PER_SCAN = 32;
const WORD_ROWS = 32;
/** Columns are stored again when a tenth of one is not stored yet. */
const STORED_SHARE = 0.9;
const EARLY_STORED_SHARE = 0.5;
const MIN_ROWS_TO_STORE_EARLY = 65_536;
/** Rows sampled for their paths, and the number of paths that get a column before a filter uses them. */
const SAMPLED_ROWS = 64;
const MAX_FREQUENT_PATHS = 24;

const METADATA_BETWEEN = "SELECT rid, id, metadata FROM record WHERE rid BETWEEN ? AND ? ORDER BY rid";
const METADATA_OF = "SELECT id, metadata FROM record WHERE rid = ?";

/**
 * Columns of a collection: the values of its rows at the paths that filters use. They answer a filter without reading
 * any row's metadata. A path costs a pass over the metadata when a filter first uses it; later uses cost a pass over
 * new rows only.
 */
export class MetadataColumns {
  readonly #collection: ReadableCollection;
  readonly #rows: NumberedRows;
  /** Limit in bytes for all columns together. The columns of a single filter can exceed it. */
  readonly #limit: number;
  /** Columns by key, the most recently used last (LRU). */
  readonly #columns = new Map<string, Column>();
  readonly #sets = new BoundedMap<string, FilterSet>(MAX_CACHED_SETS);
  /** Number of stored rows of each column. */
  readonly #stored = new Map<string, number>();
  /** Whether the paths that most rows have are determined. */
  #hasFrequentPaths = false;

  constructor(collection: ReadableCollection, rows: NumberedRows, limit: number) {
    this.#collection = collection;
    this.#rows = rows;
    this.#limit = limit;
  }

  /** All columns, least recently used first. */
  get all(): readonly Column[] {
    return [...this.#columns.values()];
  }

  /** Adopts stored columns. */
  restore(columns: readonly Column[]): void {
    for (const column of columns) {
      this.#columns.set(column.key, column);
      this.#stored.set(column.key, column.rows);
    }
    this.#hasFrequentPaths = columns.length > 0;
  }

  /**
   * Returns the columns if many of the first `rows` rows aren't stored yet. From then on they count as stored. Before
   * the columns are up to date, they are only returned if they cover many rows and less than half of these are stored.
   */
  takeUnstored(rows: number, isUpToDate: boolean): readonly Column[] {
    const { all } = this;
    const share = isUpToDate ? STORED_SHARE : EARLY_STORED_SHARE;
    const isUnstored = all.some(({ key, rows: made }) => {
      const stored = this.#stored.get(key) ?? 0;
      return stored < Math.min(rows, made) * share && (isUpToDate || made >= MIN_ROWS_TO_STORE_EARLY);
    });
    if (!isUnstored) return [];
    for (const column of all) this.#stored.set(column.key, Math.min(rows, column.rows));
    return all;
  }

  /**
   * Creates columns for the most frequent paths and brings all columns and their orders up to date, until the time
   * slice ends. Returns whether all is done.
   */
  prepare(): boolean {
    if (!this.#hasFrequentPaths) {
      this.#hasFrequentPaths = true;
      for (const path of this.#frequentPaths()) this.#use([columnKey(path, VALUE_KIND)]);
    }
    return this.#catchUp(this.all) && this.all.every((column) => column.prepare());
  }

  /** Whether `prepare` has work to do. */
  get isBehind(): boolean {
    return !this.#hasFrequentPaths || this.all.some(({ rows, isBehind }) => rows < this.#rows.length || isBehind);
  }

  #frequentPaths(): readonly string[] {
    const counts = new Map<string, number>();
    const step = Math.max(1, Math.floor(this.#rows.length / SAMPLED_ROWS));
    for (let row = 0; row < this.#rows.length; row += step) {
      const found = this.#collection.first<[string, string]>(METADATA_OF, this.#rows.rid(row));
      const metadata = found && this.#parsed(row, ...found);
      // Filters on objects only test whether they exist.
      forEachValue(metadata ?? {}, (path, value) => {
        if (!isJsonObject(value)) counts.set(path, (counts.get(path) ?? 0) + 1);
      });
    }
    return [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)!).slice(0, MAX_FREQUENT_PATHS);
  }

  /** Bytes of memory. */
  get size(): number {
    return this.all.reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Returns the rows that match a filter, including removed ones; undefined if metadata must be read first, which
   * `evaluate` does.
   */
  cachedRows(filter: Filter): RowBits | undefined {
    const set = this.#sets.get(keyOf(filter));
    return set?.rows === this.#rows.length ? set.bits : undefined;
  }

  /**
   * Returns a test for single rows that exist now, for callers with few rows. Returns undefined if `evaluate` is needed,
   * or costs no more.
   */
  *test(filter: Filter): Sliced<RowTest | undefined> {
    if (this.cachedRows(filter) !== undefined || this.coverageOf(filter) < 1) return undefined;
    return yield* filterRows(filter, rowTests(this.#columnsOf(filter)));
  }

  /** Share of the rows that the columns of a filter cover. */
  coverageOf(filter: Filter): number {
    const made = [...columnsIn(filter).keys()].map((key) => this.#columns.get(key)?.rows ?? 0);
    return Math.min(...made) / Math.max(1, this.#rows.length);
  }

  /**
   * Reads what `cachedRows` needs for the rows that exist when it begins, and yields in between. More rows can have arrived
   * when it ends.
   */
  *evaluate(filter: Filter): Sliced<void> {
    const wanted = columnsIn(filter);
    // Other calls can evict columns whenever this one yields.
    while (!this.#catchUp(this.#use(wanted.keys()))) yield;
    this.#evictOthers(wanted);
    const key = keyOf(filter);
    const set = this.#sets.ensure(key, () => ({ bits: makeBits(0), rows: 0 }));
    // Keeps references, as other calls can evict some of the columns. New rows are appended after these.
    yield* this.#extend(set, filter, this.#columnsOf(filter));
  }

  #columnsOf(filter: Filter): ReadonlyMap<string, Column> {
    return new Map(this.#use(columnsIn(filter).keys()).map((column) => [column.key, column]));
  }

  #use(keys: Iterable<string>): readonly Column[] {
    return [...keys].map((key) => {
      const column = this.#columns.get(key) ?? makeColumn(key);
      this.#columns.delete(key);
      this.#columns.set(key, column);
      return column;
    });
  }

  #evictOthers(wanted: ReadonlyMap<string, string>): void {
    for (const key of this.#columns.keys()) {
      if (this.size <= this.#limit || wanted.has(key)) return;
      this.#columns.delete(key);
    }
  }

  /**
   * Reads the metadata of rows that some columns don't cover yet, until the time slice ends. Returns whether all rows
   * are read.
   */
  #catchUp(columns: readonly Column[]): boolean {
    const rows = this.#rows;
    const end = rows.length;
    let row = Math.min(...columns.map((column) => column.rows));
    if (row >= end) return true;
    const between = [rows.rid(row), rows.rid(end - 1)] as const;
    for (const [rid, id, metadata] of this.#collection.iterate<[number, string, string]>(
      METADATA_BETWEEN,
      ...between,
    )) {
      // Removed rows are missing in the result.
      for (; rows.rid(row) < rid; row += 1) pushTo(columns, row, undefined);
      pushTo(columns, row, this.#parsed(row, id, metadata));
      row += 1;
      if (row % ROWS_PER_SCAN === 0 && isSliceOver()) return row === end;
    }
    for (; row < end; row += 1) pushTo(columns, row, undefined);
    return true;
  }

  #parsed(row: number, id: string, metadata: string): JsonObject | undefined {
    if (rowChecksum(id, metadata) === this.#rows.checksum(row)) return JSON.parse(metadata) as JsonObject;
    this.#rows.isDoubtful = true;
    return undefined;
  }

  *#extend(set: FilterSet, filter: Filter, columns: ReadonlyMap<string, Column>): Sliced<void> {
    const { rows } = set;
    const to = this.#rows.length;
    if (rows >= to) return;
    const from = rows - (rows % WORD_ROWS);
    const { yes, maybe } = yield* filterRows(filter, columnRows(columns, { from, to }));
    if (maybe !== yes) yield* this.#decide(yes, maybe, filter, { from, to });
    // A concurrent call for the same filter can have progressed further.
    if (set.rows !== rows) return;
    set.bits = withCapacity(set.bits, to);
    set.bits.set(yes, from / WORD_ROWS);
    set.rows = to;
  }

  /** Reads the metadata of the rows that the columns can't decide. */
  *#decide(yes: RowBits, maybe: RowBits, filter: Filter, { from, to }: RowRange): Sliced<void> {
    const matches = compileFilter(filter);
    const undecided = new Int32Array(WORD_ROWS);
    let scanned = 0;
    for (let at = 0; at < to - from; at = undecided[scanned - 1]! + 1) {
      scanned = takeBits(maybe, undecided, at, to - from);
      if (scanned === 0) return;
      for (const row of undecided.subarray(0, scanned)) {
        if (hasBit(yes, row)) continue;
        const found = this.#collection.first<[string, string]>(METADATA_OF, this.#rows.rid(from + row));
        const metadata = found && this.#parsed(from + row, ...found);
        if (metadata !== undefined && matches(metadata)) setBit(yes, row);
      }
      if (isSliceOver()) yield;
    }
  }
}

/** Appends a row to the columns that don't contain it yet. */
const pushTo = (columns: readonly Column[], row: number, metadata: JsonObject | undefined): void => {
  for (const column of columns) if (column.rows === row) column.push(metadata);
};

/**
 * Returns the cache key of a filter, computed once for each filter object: a search needs it up to four times, and a
 * filter can name a thousand values.
 */
const keyOf = (filter: Filter): string => {
  let key = KEYS.get(filter);
  if (key === undefined) KEYS.set(filter, (key = JSON.stringify(filter)));
  return key;
};

const KEYS = new WeakMap<Filter, string>();
