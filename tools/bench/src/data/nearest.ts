/** The rows nearest to a query, as products of unit vectors have them. */
export class NearestRows {
  readonly query: Float32Array;
  readonly #count: number;
  readonly #best: { readonly row: number; readonly score: number }[] = [];

  constructor(query: Float32Array, count: number) {
    this.query = query;
    this.#count = count;
  }

  /** To be given every row; found as one would without a library. */
  offer(row: number, vector: Float32Array): void {
    const { query } = this;
    let score = 0;
    for (let i = 0; i < query.length; i += 1) score += vector[i]! * query[i]!;
    const best = this.#best;
    if (best.length === this.#count && score <= best[this.#count - 1]!.score) return;
    best.push({ row, score });
    best.sort((a, b) => b.score - a.score);
    best.length = Math.min(best.length, this.#count);
  }

  /** As `fillVectors` calls them. */
  get ids(): ReadonlySet<string> {
    return new Set(this.#best.map(({ row }) => `row-${row}`));
  }
}

/** Queries and the ids that are nearest to each. */
export type Nearest = readonly { readonly query: Float32Array; readonly ids: ReadonlySet<string> }[];

/** Every `step`th row, from `first` on. */
export interface SomeRows {
  readonly first: number;
  readonly step: number;
}

const ALL_ROWS: SomeRows = { first: 0, step: 1 };

/** The ids of the `count` rows nearest to a query. */
export const nearestIds = (
  rows: readonly Float32Array[],
  query: Float32Array,
  count: number,
  { first, step }: SomeRows = ALL_ROWS,
): ReadonlySet<string> => {
  const nearest = new NearestRows(query, count);
  for (let row = first; row < rows.length; row += step) nearest.offer(row, rows[row]!);
  return nearest.ids;
};

export const nearestOf = (rows: readonly Float32Array[], queries: readonly Float32Array[], count: number): Nearest =>
  queries.map((query) => ({ query, ids: nearestIds(rows, query, count) }));

/** The share of the nearest that searches find. */
export const recallOf = async (
  nearest: Nearest,
  search: (query: Float32Array, topK: number) => readonly string[] | Promise<readonly string[]>,
): Promise<number> => {
  let [found, wanted] = [0, 0];
  for (const { query, ids } of nearest) {
    found += (await search(query, ids.size)).filter((id) => ids.has(id)).length;
    wanted += ids.size;
  }
  return found / wanted;
};
