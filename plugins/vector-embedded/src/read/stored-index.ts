import { crc32 } from "node:zlib";
import { Links, MAX_LINKS } from "../graph/links.ts";
import { NeighbourGraph } from "../graph/neighbour-graph.ts";
import { type Column, columnOf, readIndexFile, writeIndexFile } from "../storage/index-file.ts";
import { CodeMatrix } from "./code-matrix.ts";
import type { ReadableCollection } from "./readable-collection.ts";

/** Codes and graph of a collection as they were stored, and the rows that they are of. */
export interface StoredIndex {
  readonly codes: CodeMatrix;
  readonly graph: NeighbourGraph;
  readonly rids: Float64Array;
  /**
   * Checksums of ids and metadata, of ids alone in one of before: a number may belong to another record after a copy of
   * the file was put back, and the vector, which has the record's checksum, is not read.
   */
  readonly idChecks: Uint32Array;
}

/** The rows that an index is stored of. */
interface IndexedRows {
  readonly rid: (row: number) => number;
  readonly check: (row: number) => number;
}

export const idCheck = (id: string): number => crc32(id);

/** Undefined when there is none that can be used. */
export const readStoredIndex = ({ path, dimension }: ReadableCollection): StoredIndex | undefined => {
  const codes = new CodeMatrix(dimension);
  const links = new Links();
  let stored: StoredIndex | undefined;
  const isRead = readIndexFile(path, dimension, ({ rows, longest }) => {
    codes.restore(rows, longest);
    links.reserve(rows);
    stored = {
      codes,
      graph: new NeighbourGraph(codes, links, rows),
      rids: new Float64Array(rows),
      idChecks: new Uint32Array(rows),
    };
    const { rids, idChecks } = stored;
    return [columnOf(() => rids), columnOf(() => idChecks), ...columnsOf(codes, links)];
  });
  return isRead ? stored : undefined;
};

/** Stores the rows that the graph covers. The graph must not grow meanwhile; the rows may. */
export const storeIndex = async (
  { path, dimension }: ReadableCollection,
  indexed: IndexedRows,
  { codes, graph }: { readonly codes: CodeMatrix; readonly graph: NeighbourGraph },
  isWanted: () => boolean,
): Promise<void> => {
  const header = { dimension, rows: graph.rows, longest: codes.longest };
  const rids: Column = byRow(Float64Array, (row) => indexed.rid(row));
  const idChecks: Column = byRow(Uint32Array, (row) => indexed.check(row));
  await writeIndexFile(path, header, [rids, idChecks, ...columnsOf(codes, graph.links)], isWanted);
};

/** Views made anew whenever they are asked for: memory that grows takes older ones away. */
const columnsOf = (codes: CodeMatrix, links: Links): readonly Column[] => [
  columnOf(() => codes.stored.scales),
  columnOf(() => codes.stored.misses),
  columnOf(() => links.neighbours, MAX_LINKS),
  columnOf(() => links.twins),
  columnOf(() => links.degrees),
  columnOf(() => codes.stored.codes, codes.codesPerRow),
];

const byRow = (Numbers: typeof Float64Array | typeof Uint32Array, valueOf: (row: number) => number): Column => ({
  bytesPerRow: Numbers.BYTES_PER_ELEMENT,
  bytes: (start, end) => {
    const values = new Numbers(end - start);
    for (let row = start; row < end; row += 1) values[row - start] = valueOf(row);
    return new Uint8Array(values.buffer);
  },
});
