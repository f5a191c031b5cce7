import type { VectorHit, VectorSearchRequest } from "@quarry/plugin";
import { TopK } from "../../top-k.ts";
import type { CodeMatrix } from "./code-matrix.ts";
import { exactProduct } from "./exact-product.ts";
import type { Mirror } from "./mirror.ts";
import { clampCosine, rankHits, topRows } from "./ranked-hits.ts";
import type { Sliced } from "./sliced.ts";

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
   * be among the best. With many equal vectors these can be all of them. Returns undefined if a candidate was removed
   * from the file meanwhile, which makes the mirror outdated, or if its vector doesn't match its codes.
   */
  *best(mirror: Mirror, { vector, topK }: VectorSearchRequest): Sliced<readonly VectorHit[] | undefined> {
    const ids = new Map<number, string>();
    const cosines = new Map<number, number>();
    const top = topRows(topK, (row) => ids.get(row)!);
    const ordered = this.#ordered();
    let read = 0;
    let isUsable = true;
    yield* mirror.collection.repeatInSnapshots(() => {
      const candidate = ordered[read];
      if (candidate === undefined || candidate.estimate + candidate.slack < top.threshold) return true;
      const { row, estimate, slack } = candidate;
      const found = mirror.read(row);
      const product = found === undefined ? undefined : exactProduct(vector, found.vector);
      if (product !== undefined && Math.abs(product - estimate) > slack) mirror.isDoubtful = true;
      isUsable = product !== undefined && !mirror.isDoubtful;
      if (!isUsable) return true;
      const cosine = clampCosine(product!);
      ids.set(row, found!.id);
      cosines.set(row, cosine);
      top.offer(cosine, row);
      read += 1;
      return false;
    });
    if (!isUsable) return undefined;
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
