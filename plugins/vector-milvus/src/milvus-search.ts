import { type Filter, slicesOf } from "@quarry/plugin/domain";
import { nearestBeyondTies, type VectorHit, type VectorSearchRequest, type VectorSearchResult } from "@quarry/plugin";
import type { MilvusRows } from "./milvus-rows.ts";
import { bodyOf } from "./stored-row.ts";
import { EVERY_ROW, isOneOf } from "./to-expression.ts";

/** Limit of the server. */
const MAX_ASKED = 16_384;
/** Minimum search width of HNSW (`ef`), which must be at least the number of neighbours requested. */
const MIN_SEARCH_WIDTH = 200;

const IDS_PER_SEARCH = 1_000;

/** Returns the nearest rows that match the expression, filled up to `topK` if that many match. */
export const searchRows = async (
  rows: MilvusRows,
  { vector, topK }: VectorSearchRequest,
  expression: string,
  residual: Filter | undefined,
): Promise<VectorSearchResult> => {
  const fields = residual === undefined ? ["id"] : ["id", "body"];
  let hits = await nearestBeyondTies(topK, MAX_ASKED, (count) => nearest(rows, vector, count, expression, fields));
  // A graph search may return fewer rows than match, especially with a selective filter.
  if (hits.length < topK && (await rows.count(expression)) > hits.length) {
    hits = await nearestBeyondTies(topK, MAX_ASKED, (count) => scan(rows, vector, count, expression, fields));
  }
  return residual === undefined ? { hits } : { hits, residual };
};

const nearest = async (
  rows: MilvusRows,
  vector: Float32Array,
  count: number,
  expression: string,
  fields: readonly string[],
): Promise<readonly VectorHit[]> => {
  const found = await rows.nearest({
    data: Array.from(vector),
    limit: count,
    // The server would scan every row to find that all match.
    ...(expression !== EVERY_ROW && { filter: expression }),
    params: { ef: Math.max(MIN_SEARCH_WIDTH, count) },
    output_fields: [...fields],
  });
  return found.map((row) => toHit(row, row.score));
};

/** Returns the cosine similarity of each existing id, as a search would return it. */
export const cosinesOf = async (
  rows: MilvusRows,
  vector: Float32Array,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const cosines = new Map<string, number>();
  // Lone surrogates can't be sent, and no id contains one.
  const unique = [...new Set(ids)].filter((id) => id.isWellFormed());
  for (const page of slicesOf(unique, IDS_PER_SEARCH)) {
    const hits = await nearest(rows, vector, page.length, isOneOf(page), ["id"]);
    for (const { id, cosine } of hits) cosines.set(id, cosine);
    // A graph search may miss some with such a selective filter.
    const missed = page.filter((id) => !cosines.has(id));
    if (missed.length === 0) continue;
    for (const row of await rows.byIds(missed, ["id", "vector"])) {
      const { id, cosine } = toHit(row, dot(vector, row["vector"] as number[]));
      cosines.set(id, cosine);
    }
  }
  return cosines;
};

/** Scans every matching row. */
const scan = async (
  rows: MilvusRows,
  vector: Float32Array,
  count: number,
  expression: string,
  fields: readonly string[],
): Promise<readonly VectorHit[]> => {
  let best: VectorHit[] = [];
  for await (const page of rows.matching(expression, [...fields, "vector"])) {
    best.push(...page.map((row) => toHit(row, dot(vector, row["vector"] as number[]))));
    best = best.toSorted((a, b) => b.cosine - a.cosine).slice(0, count);
  }
  return best;
};

const toHit = (row: Record<string, unknown>, cosine: number): VectorHit => ({
  id: row["id"] as string,
  cosine: Math.min(1, Math.max(-1, cosine)),
  ...(row["body"] !== undefined && { metadata: bodyOf(row).metadata }),
});

/** Returns the dot product in the server's precision. */
const dot = (a: Float32Array, b: readonly number[]): number => {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return Math.fround(sum);
};
