import { describe, expect, test } from "vitest";
import { CodeMatrix } from "../vectors/read/code-matrix.ts";
import { clusteredVectors } from "../../test/vectors/support/clustered-vectors.ts";
import { NeighbourGraph } from "./neighbour-graph.ts";

const DIMENSION = 64;

const matrixOf = (vectors: readonly Float32Array[]): CodeMatrix => {
  const codes = new CodeMatrix(DIMENSION);
  for (const vector of vectors) codes.append(new Uint8Array(vector.buffer));
  return codes;
};

const similaritiesTo = (codes: CodeMatrix): Float64Array =>
  Float64Array.from({ length: codes.rows }, (_, row) => {
    codes.multiply(row, row + 1);
    return codes.estimate(row);
  });

const growAll = (graph: NeighbourGraph, rows: number): void => {
  while (graph.rows < rows) graph.grow(performance.now() + 1_000);
};

/** Returns recall at ten: the share of the ten most similar rows that a search finds, over all queries. */
const recallOf = (graph: NeighbourGraph, codes: CodeMatrix, queries: readonly Float32Array[]): number => {
  let found = 0;
  for (const query of queries) {
    codes.setQuery(query);
    const hits = graph.search(10, () => true)!;
    const all = similaritiesTo(codes);
    const lowest = all.toSorted().at(-10)!;
    expect([...hits].every(([row, similarity]) => Math.abs(similarity - all[row]!) < 1e-9)).toBe(true);
    found += Math.min(10, [...hits.values()].filter((similarity) => similarity >= lowest).length);
  }
  return found / (10 * queries.length);
};

const take = (count: number, next: () => Float32Array) => Array.from({ length: count }, next);

describe("NeighbourGraph", () => {
  const queries = take(30, clusteredVectors({ dimension: DIMENSION, clusters: 20, seed: 2 }));

  test("finds nearly all of the nearest rows, regardless of insertion order", () => {
    const vectors = take(1_500, clusteredVectors({ dimension: DIMENSION, clusters: 20, seed: 1 }));
    // Sorted by subject, as documents arrive.
    const axis = vectors[0]!;
    const along = (vector: Float32Array) => vector.reduce((sum, x, i) => sum + x * axis[i]!, 0);
    for (const rows of [vectors, vectors.toSorted((a, b) => along(a) - along(b))]) {
      const codes = matrixOf(rows);
      const graph = new NeighbourGraph(codes);
      growAll(graph, rows.length);
      expect(recallOf(graph, codes, queries)).toBeGreaterThanOrEqual(0.98);
    }
  });

  test("grows in several time-limited steps, and recall stays high with appended rows", () => {
    const next = clusteredVectors({ dimension: DIMENSION, clusters: 20, seed: 3 });
    const codes = matrixOf(take(500, next));
    const graph = new NeighbourGraph(codes);
    let steps = 0;
    while (graph.rows < 500) {
      graph.grow(performance.now() + 0.2);
      steps += 1;
    }
    expect(steps).toBeGreaterThan(1);
    for (const vector of take(1_000, next)) {
      codes.append(new Uint8Array(vector.buffer));
      if (codes.rows % 100 === 0) growAll(graph, codes.rows);
    }
    expect(recallOf(graph, codes, queries)).toBeGreaterThanOrEqual(0.98);
  });

  test("finds as many equal rows as requested, and recall stays high for other queries", () => {
    const next = clusteredVectors({ dimension: DIMENSION, clusters: 20, seed: 4 });
    const same = next();
    const rows = [...take(1_000, next), ...take(1_000, () => same)];
    const codes = matrixOf(rows);
    const graph = new NeighbourGraph(codes);
    growAll(graph, rows.length);
    codes.setQuery(same);
    expect([...graph.search(100, () => true)!.keys()].filter((row) => row >= 1_000).length).toBeGreaterThanOrEqual(100);
    expect(recallOf(graph, codes, queries)).toBeGreaterThanOrEqual(0.98);
  });

  test("a search traverses unwanted rows and finds nearly all of the nearest wanted ones", () => {
    const vectors = take(1_500, clusteredVectors({ dimension: DIMENSION, clusters: 20, seed: 5 }));
    const codes = matrixOf(vectors);
    const graph = new NeighbourGraph(codes);
    growAll(graph, vectors.length);
    let found = 0;
    for (const query of queries) {
      codes.setQuery(query);
      const wanted = (row: number) => row % 4 === 0;
      const hits = [...graph.search(10, wanted)!].filter(([row]) => wanted(row));
      const all = similaritiesTo(codes).filter((_, row) => wanted(row));
      const lowest = all.toSorted().at(-10)!;
      found += hits.filter(([, similarity]) => similarity >= lowest).length;
    }
    expect(found / (10 * queries.length)).toBeGreaterThanOrEqual(0.98);
  });

  test("a search returns no result when too many rows are about as near as the nearest", () => {
    // One group that fills all directions evenly: nothing is near to anything.
    const everywhere = { dimension: DIMENSION, clusters: 1, seed: 6, spread: 40 };
    const grown = (vectors: readonly Float32Array[]) => {
      const codes = matrixOf(vectors);
      const graph = new NeighbourGraph(codes);
      growAll(graph, vectors.length);
      const search = (query: Float32Array, filter?: (row: number) => boolean, share = 1) => {
        codes.setQuery(query);
        return graph.search(10, filter ?? (() => true), { share }) === undefined;
      };
      return { search, record: graph.record };
    };
    const isTenth = (row: number) => row % 10 === 3;
    const hard = grown(take(6_000, clusteredVectors(everywhere)));
    const others = take(30, clusteredVectors({ ...everywhere, seed: 7 }));
    expect(others.filter((query) => hard.search(query)).length).toBeGreaterThanOrEqual(29);
    // A filter that few rows match does not make them easier.
    expect(others.filter((query) => hard.search(query, isTenth, 0.1)).length).toBeGreaterThanOrEqual(29);
    expect(hard.record.shouldSearch()).toBe(false);
    const { search: isHardInGroups, record } = grown(
      take(4_000, clusteredVectors({ dimension: DIMENSION, clusters: 20, seed: 1 })),
    );
    expect(queries.filter((query) => isHardInGroups(query))).toHaveLength(0);
    expect(queries.filter((query) => isHardInGroups(query, isTenth, 0.1))).toHaveLength(0);
    // The filter is the reason that no near row matches.
    expect(queries.filter((query) => isHardInGroups(query, () => false, 0.1))).toHaveLength(queries.length);
    expect(record.shouldSearch()).toBe(true);
    // Queries from elsewhere: none of the groups is near.
    expect(others.filter((query) => isHardInGroups(query)).length).toBeGreaterThan(0);
  });
});
