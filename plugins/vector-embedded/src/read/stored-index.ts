import { RowBits } from "../columns/row-bits.ts";
import { Links, MAX_LINKS } from "../graph/links.ts";
import { NeighbourGraph } from "../graph/neighbour-graph.ts";
import { type Column, columnOf, readIndexFile, writeIndexFile } from "../storage/index-file.ts";
import { CodeMatrix } from "./code-matrix.ts";
import type { ReadableCollection } from "./readable-collection.ts";

/** Codes and graph of a collection as they were stored, and the rows that they are of. */
export interface StoredIndex {
  readonly codes: CodeMatrix;
  readonly graph: NeighbourGraph;
  /** Negative for rows that were removed. */
  readonly rids: Float64Array<ArrayBuffer>;
  /** Checksums of ids and metadata. */
  readonly checks: Uint32Array<ArrayBuffer>;
  /** The state of the file that it is of, as far as it has rows. */
  readonly clock: number;
  readonly era: number;
  readonly id: number;
}

/** The rows that an index is stored of, in the state of a clock. */
interface IndexedRows {
  readonly collection: ReadableCollection;
  readonly clock: number;
  readonly stored: { readonly id: number };
  readonly live: RowBits;
  rid(row: number): number;
  check(row: number): number;
}

/** Undefined when there is none that can be used. */
export const readStoredIndex = ({ path, dimension }: ReadableCollection): StoredIndex | undefined => {
  const codes = new CodeMatrix(dimension);
  const links = new Links();
  let stored: StoredIndex | undefined;
  const isRead = readIndexFile(path, dimension, ({ rows, longest, clock, era, id }) => {
    codes.restore(rows, longest);
    links.reserve(rows);
    const graph = new NeighbourGraph(codes, links, rows);
    const [rids, checks] = [new Float64Array(rows), new Uint32Array(rows)];
    stored = { codes, graph, rids, checks, clock, era, id };
    return [columnOf(() => rids), columnOf(() => checks), ...columnsOf(codes, links)];
  });
  return isRead ? stored : undefined;
};

/** Stores the rows that the graph covers. The graph must not grow meanwhile; the rows may, and may be removed. */
export const storeIndex = async (
  indexed: IndexedRows,
  { codes, graph }: { readonly codes: CodeMatrix; readonly graph: NeighbourGraph },
  isWanted: () => boolean,
): Promise<void> => {
  const { collection, clock, stored } = indexed;
  const { path, dimension } = collection;
  const state = { clock, era: collection.eraOf(clock), id: stored.id };
  const header = { dimension, rows: graph.rows, longest: codes.longest, ...state };
  // Those that are removed meanwhile are so after this clock.
  const live = new RowBits(indexed.live.words.slice());
  const rids: Column = byRow(Float64Array, (row) => (live.has(row) ? indexed.rid(row) : -indexed.rid(row)));
  const checks: Column = byRow(Uint32Array, (row) => indexed.check(row));
  await writeIndexFile(path, header, [rids, checks, ...columnsOf(codes, graph.links)], isWanted);
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
