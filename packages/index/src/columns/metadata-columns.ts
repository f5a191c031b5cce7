import { BoundedMap, compileFilter, type Filter, isJsonObject, type JsonObject } from "@quarry/plugin/domain";
import { forEachValue } from "@quarry/plugin/facts";
import type { ReadableCollection } from "../vectors/read/readable-collection.ts";
import { isSliceOver, type Sliced } from "../vectors/read/sliced.ts";
import { rowCheck } from "../vectors/storage/record-sums.ts";
import { Column } from "./column.ts";
import { columnRows, filterRows, pathsIn, type RowRange, type RowTest, rowTest } from "./filter-rows.ts";
import { hasBit, makeBits, type RowBits, setBit, takeBits, withCapacity } from "./row-bits.ts";

/** Rows that the columns are of, in the order of their `rid`. */
export interface NumberedRows {
  readonly length: number;
  rid(row: number): number;
  /** The check of its id and metadata. */
  check(row: number): number;
  /** Set when a row proves to be another record than its number says. */
  isDoubtful: boolean;
}

/** The rows that a filter matches, removed ones among them; of how many it is known. */
interface FilterSet {
  bits: RowBits;
  rows: number;
}

/** Sets kept for filters that come again: an eighth of a byte a row each. */
const MOST_SETS = 32;
/** Rows are asked whether time is over in groups: asking takes as long as reading half a row. */
const ROWS_PER_SCAN = 32;
const WORD_ROWS = 32;
/** Columns are stored again when a tenth of one is new. */
const STORED_SHARE = 0.9;
const STORED_SHARE_MEANWHILE = 0.5;
const LEAST_STORED_MEANWHILE = 65_536;
/** Rows whose paths are looked at, and how many of these get a column before a filter asks. */
const SAMPLED_ROWS = 64;
const MOST_USUAL = 24;

const METADATA_BETWEEN = "SELECT rid, id, metadata FROM record WHERE rid BETWEEN ? AND ? ORDER BY rid";
const METADATA_OF = "SELECT id, metadata FROM record WHERE rid = ?";

/**
 * Columns of a collection: the values of its rows at the paths that filters use, so that a filter is answered without
 * reading any row's metadata. A path costs a pass over the metadata when a filter first uses it; later uses cost a pass
 * over new rows only.
 */
export class MetadataColumns {
  readonly #collection: ReadableCollection;
  readonly #rows: NumberedRows;
  /** Bytes that columns should not take more than together; those of one filter may. */
  readonly #limit: number;
  /** The one asked for last at the end. */
  readonly #columns = new Map<string, Column>();
  readonly #sets = new BoundedMap<string, FilterSet>(MOST_SETS);
  /** Rows of each column that was stored. */
  readonly #stored = new Map<string, number>();
  /** Whether the paths that most rows have were looked for. */
  #hasUsual = false;

  constructor(collection: ReadableCollection, rows: NumberedRows, limit: number) {
    this.#collection = collection;
    this.#rows = rows;
    this.#limit = limit;
  }

  /** The columns that there are, those that were not asked for lately first. */
  get all(): readonly Column[] {
    return [...this.#columns.values()];
  }

  /** Takes over columns that were stored. */
  restore(columns: readonly Column[]): void {
    for (const column of columns) {
      this.#columns.set(column.path, column);
      this.#stored.set(column.path, column.rows);
    }
    this.#hasUsual = columns.length > 0;
  }

  /**
   * Returns the columns if many of the first `rows` rows aren't stored yet; they count as stored from now on. Before
   * the columns are up to date, more than half of many rows must be unstored.
   */
  takeUnstored(rows: number, isUpToDate: boolean): readonly Column[] {
    const { all } = this;
    const share = isUpToDate ? STORED_SHARE : STORED_SHARE_MEANWHILE;
    const isUnstored = all.some(({ path, rows: made }) => {
      const stored = this.#stored.get(path) ?? 0;
      return stored < Math.min(rows, made) * share && (isUpToDate || made >= LEAST_STORED_MEANWHILE);
    });
    if (!isUnstored) return [];
    for (const column of all) this.#stored.set(column.path, Math.min(rows, column.rows));
    return all;
  }

  /** Makes columns of what most rows have, and brings all up to date, orders among them, until time is over. Whether that is done. */
  prepare(): boolean {
    if (!this.#hasUsual) {
      this.#hasUsual = true;
      for (const path of this.#usualPaths()) this.#use(new Set([path]));
    }
    return this.#catchUp(this.all) && this.all.every((column) => column.prepare());
  }

  /** Whether `prepare` has work to do. */
  get isBehind(): boolean {
    return !this.#hasUsual || this.all.some(({ rows, isBehind }) => rows < this.#rows.length || isBehind);
  }

  #usualPaths(): readonly string[] {
    const counts = new Map<string, number>();
    const step = Math.max(1, Math.floor(this.#rows.length / SAMPLED_ROWS));
    for (let row = 0; row < this.#rows.length; row += step) {
      const found = this.#collection.first<[string, string]>(METADATA_OF, this.#rows.rid(row));
      const metadata = found && this.#parsed(row, ...found);
      // Objects are only asked whether they are there.
      forEachValue(metadata ?? {}, (path, value) => {
        if (!isJsonObject(value)) counts.set(path, (counts.get(path) ?? 0) + 1);
      });
    }
    return [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)!).slice(0, MOST_USUAL);
  }

  /** Bytes of memory. */
  get size(): number {
    let size = 0;
    for (const column of this.#columns.values()) size += column.size;
    return size;
  }

  /** The rows that a filter matches, removed ones among them; undefined where that takes reading, for `answer`. */
  known(filter: Filter): RowBits | undefined {
    const set = this.#sets.get(keyOf(filter));
    return set?.rows === this.#rows.length ? set.bits : undefined;
  }

  /**
   * Tests a filter against single rows that exist now, for callers with few rows; undefined where `answer` is needed,
   * or where it costs no more.
   */
  *test(filter: Filter): Sliced<RowTest | undefined> {
    if (this.known(filter) !== undefined || this.shareOf(filter) < 1) return undefined;
    return yield* rowTest(filter, new Map(this.#use(pathsIn(filter)).map((column) => [column.path, column])));
  }

  /** Share of the rows that the columns of a filter cover. */
  shareOf(filter: Filter): number {
    const made = [...pathsIn(filter)].map((path) => this.#columns.get(path)?.rows ?? 0);
    return Math.min(...made) / Math.max(1, this.#rows.length);
  }

  /**
   * Reads what `known` needs for the rows that there are when it begins, and gives way between. More rows may have come by
   * its end.
   */
  *answer(filter: Filter): Sliced<void> {
    const paths = pathsIn(filter);
    // Others forget columns as well, where this gives way.
    while (!this.#catchUp(this.#use(paths))) yield;
    this.#forgetOthers(paths);
    const key = keyOf(filter);
    const set = this.#sets.ensure(key, () => ({ bits: makeBits(0), rows: 0 }));
    // Others may forget some of them; rows that come are behind these.
    const columns = new Map(this.#use(paths).map((column) => [column.path, column]));
    yield* this.#extend(set, filter, columns);
  }

  #use(paths: ReadonlySet<string>): readonly Column[] {
    return [...paths].map((path) => {
      const column = this.#columns.get(path) ?? new Column(path);
      this.#columns.delete(path);
      this.#columns.set(path, column);
      return column;
    });
  }

  #forgetOthers(paths: ReadonlySet<string>): void {
    for (const path of this.#columns.keys()) {
      if (this.size <= this.#limit || paths.has(path)) return;
      this.#columns.delete(path);
    }
  }

  /** Reads the metadata of rows that are new to some columns, until time is over; whether it has read all. */
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
      // Rows that were removed are not there any more.
      for (; rows.rid(row) < rid; row += 1) pushTo(columns, row, undefined);
      pushTo(columns, row, this.#parsed(row, id, metadata));
      row += 1;
      if (row % ROWS_PER_SCAN === 0 && isSliceOver()) return row === end;
    }
    for (; row < end; row += 1) pushTo(columns, row, undefined);
    return true;
  }

  #parsed(row: number, id: string, metadata: string): JsonObject | undefined {
    if (rowCheck(id, metadata) === this.#rows.check(row)) return JSON.parse(metadata) as JsonObject;
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
    // Another call for the same filter may have been quicker, and got further.
    if (set.rows !== rows) return;
    set.bits = withCapacity(set.bits, to);
    set.bits.set(yes, from / WORD_ROWS);
    set.rows = to;
  }

  /** Looks at the metadata of rows of which columns can't tell. */
  *#decide(yes: RowBits, maybe: RowBits, filter: Filter, { from, to }: RowRange): Sliced<void> {
    const matches = compileFilter(filter);
    const open = new Int32Array(WORD_ROWS);
    let scanned = 0;
    for (let at = 0; at < to - from; at = open[scanned - 1]! + 1) {
      scanned = takeBits(maybe, open, at, to - from);
      if (scanned === 0) return;
      for (const row of open.subarray(0, scanned)) {
        if (hasBit(yes, row)) continue;
        const found = this.#collection.first<[string, string]>(METADATA_OF, this.#rows.rid(from + row));
        const metadata = found && this.#parsed(from + row, ...found);
        if (metadata !== undefined && matches(metadata)) setBit(yes, row);
      }
      if (isSliceOver()) yield;
    }
  }
}

/** Skips columns that have the row already. */
const pushTo = (columns: readonly Column[], row: number, metadata: JsonObject | undefined): void => {
  for (const column of columns) if (column.rows === row) column.push(metadata);
};

/** Worked out once for each filter that came: a search asks for it up to four times, and it may name a thousand values. */
const keyOf = (filter: Filter): string => {
  const known = KEYS.get(filter);
  if (known !== undefined) return known;
  const key = JSON.stringify(filter);
  KEYS.set(filter, key);
  return key;
};

const KEYS = new WeakMap<Filter, string>();
