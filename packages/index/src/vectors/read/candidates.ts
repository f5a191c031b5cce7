import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { TopK } from "../../top-k.ts";
import type { CodeMatrix } from "./code-matrix.ts";
import { exactProduct } from "./exact-product.ts";
import type { Mirror } from "./mirror.ts";
import { clampCosine, rankHits, topRows } from "./ranked-hits.ts";

/** Rows that may be among the best `topK`, as far as the codes of the rows seen so far tell. */
export class Candidates {
  readonly #codes: CodeMatrix;
  /** The lowest that the best rows can be. */
  readonly #lows: TopK;
  readonly #rows: number[] = [];
  readonly #estimates: number[] = [];

  /** Of the query that the codes were given. */
  constructor(codes: CodeMatrix, topK: number) {
    this.#codes = codes;
    this.#lows = new TopK(topK);
  }

  takes(row: number, estimate: number): boolean {
    return estimate + this.#codes.slack(row) >= this.#lows.threshold;
  }

  add(row: number, estimate: number): void {
    this.#lows.offer(estimate - this.#codes.slack(row));
    this.#rows.push(row);
    this.#estimates.push(estimate);
  }

  /**
   * The hits: candidates in full, from the file, the most promising first, until no other can be among the best.
   * Undefined when one of them was removed from the file meanwhile, so that the mirror is no longer the newest, or when
   * its vector is not the one that the codes were made of.
   */
  best(mirror: Mirror, request: VectorSearchRequest): readonly VectorHit[] | undefined {
    // One snapshot for all: beginning one costs as much as reading a row.
    return mirror.collection.snapshot(() => this.#readBest(mirror, request));
  }

  #readBest(mirror: Mirror, { vector, topK }: VectorSearchRequest): readonly VectorHit[] | undefined {
    const ids = new Map<number, string>();
    const cosines = new Map<number, number>();
    const top = topRows(topK, (row) => ids.get(row)!);
    for (const { row, estimate, slack } of this.#ordered()) {
      if (estimate + slack < top.threshold) break;
      const found = mirror.read(row);
      if (found === undefined) return undefined;
      const product = exactProduct(vector, found.vector);
      if (Math.abs(product - estimate) > slack) {
        mirror.isDoubtful = true;
        return undefined;
      }
      const cosine = clampCosine(product);
      ids.set(row, found.id);
      cosines.set(row, cosine);
      top.offer(cosine, row);
    }
    return rankHits(
      top.items.map((row) => ({ id: ids.get(row)!, cosine: cosines.get(row)! })),
      topK,
    );
  }

  #ordered(): readonly { readonly row: number; readonly estimate: number; readonly slack: number }[] {
    const { threshold } = this.#lows;
    return this.#rows
      .map((row, index) => ({ row, estimate: this.#estimates[index]!, slack: this.#codes.slack(row) }))
      .filter(({ estimate, slack }) => estimate + slack >= threshold)
      .sort((a, b) => b.estimate + b.slack - a.estimate - a.slack);
  }
}
