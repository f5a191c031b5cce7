import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { TopK } from "../../top-k.ts";
import type { CodeMatrix } from "./code-matrix.ts";
import { exactProduct } from "./exact-product.ts";
import type { Mirror } from "./mirror.ts";
import { clampCosine, rankHits, topRows } from "./ranked-hits.ts";

/** Rows that can be among the best `topK`, judged by the codes of the rows seen so far. */
export class Candidates {
  readonly #codes: CodeMatrix;
  /** Lower bounds of the best rows' products. */
  readonly #lowerBounds: TopK;
  readonly #rows: number[] = [];
  readonly #estimates: number[] = [];

  /** Uses the current query of the codes. */
  constructor(codes: CodeMatrix, topK: number) {
    this.#codes = codes;
    this.#lowerBounds = new TopK(topK);
  }

  accepts(row: number, estimate: number): boolean {
    return estimate + this.#codes.slack(row) >= this.#lowerBounds.threshold;
  }

  add(row: number, estimate: number): void {
    this.#lowerBounds.offer(estimate - this.#codes.slack(row));
    this.#rows.push(row);
    this.#estimates.push(estimate);
  }

  /**
   * Returns the hits. Reads the full vectors of candidates from the file, the most promising first, until no other can
   * be among the best. Returns undefined if a candidate was removed from the file meanwhile, which makes the mirror
   * outdated, or if its vector doesn't match its codes.
   */
  best(mirror: Mirror, request: VectorSearchRequest): readonly VectorHit[] | undefined {
    // One snapshot for all reads: beginning a snapshot costs as much as reading a row.
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
    const { threshold } = this.#lowerBounds;
    return this.#rows
      .map((row, index) => ({ row, estimate: this.#estimates[index]!, slack: this.#codes.slack(row) }))
      .filter(({ estimate, slack }) => estimate + slack >= threshold)
      .sort((a, b) => b.estimate + b.slack - a.estimate - a.slack);
  }
}
