import { rmSync } from "node:fs";
import { Links, MAX_LINKS } from "../../graph/links.ts";
import { NeighbourGraph } from "../../graph/neighbour-graph.ts";
import { graphPath } from "../storage/collection-paths.ts";
import { type Column, columnOf, rowParts } from "../storage/row-columns.ts";
import { bytesOf, readWholeFile, writeWholeFile } from "../storage/whole-file.ts";
import type { CodeMatrix } from "./code-matrix.ts";
import { isSliceOver, type Sliced } from "./sliced.ts";

/**
 * Version of the file format. Increase it when the stored data changes, including the number of neighbours of a row:
 * files of another format are ignored.
 */
const FORMAT = 1;

/** Index that a graph is stored next to. Its row numbers are permanent. */
interface GraphIndex {
  readonly id: number;
  readonly rows: number;
}

/** Stores the graph of rows that the index contains. The graph must not grow meanwhile. */
export const storeGraph = (
  path: string,
  { id }: GraphIndex,
  { links, rows }: NeighbourGraph,
  isWanted: () => boolean,
): Promise<void> => writeWholeFile(graphPath(path), partsOf(id, rows, links), isWanted);

function* partsOf(id: number, rows: number, links: Links): Iterable<Uint8Array> {
  yield bytesOf(Float64Array.of(FORMAT, id, rows));
  yield* rowParts(0, rows, columnsOf(links));
}

/**
 * Reads the stored graph of an index, over its codes. Removes an unusable graph: the index keeps growing, and a later
 * read must not mistake the graph for current.
 */
export function* readStoredGraph(
  path: string,
  index: GraphIndex,
  codes: CodeMatrix,
): Sliced<NeighbourGraph | undefined> {
  const graph = yield* readWholeFile(graphPath(path), function* (fill) {
    const header = new Float64Array(3);
    if (!fill(bytesOf(header))) return undefined;
    const [format, id, rows] = [...header] as [number, number, number];
    if (format !== FORMAT || id !== index.id || !(rows <= index.rows)) return undefined;
    const links = new Links();
    links.reserve(rows);
    for (const part of rowParts(0, rows, columnsOf(links))) {
      if (!fill(part)) return undefined;
      if (isSliceOver()) yield;
    }
    return new NeighbourGraph(codes, links, rows);
  });
  if (graph === undefined) rmSync(graphPath(path), { force: true });
  return graph;
}

const columnsOf = (links: Links): readonly Column[] => [
  columnOf(() => links.neighbours, MAX_LINKS),
  columnOf(() => links.twins),
  columnOf(() => links.degrees),
];
