import type { Passage, PassageIndexError } from "@quarry/index";
import type { DomainError } from "@quarry/plugin/domain";
import { Effect } from "effect";
import type { ReadBlock } from "./block-reader.ts";
import type { LiveChunks } from "./live-chunks.ts";
import { captionRows, widthOf } from "./markdown-table.ts";
import { cellsOf } from "./row-cells.ts";
import { isReached, positionAfter, rowsBeforeNext, sectionOfTable } from "./table-positions.ts";
import { TableRows } from "./table-rows.ts";

/** Cells of a row, without empty ones at its end. */
export type TableRow = readonly string[];

/** A table of a document without its rows. */
export interface TableHead {
  /** Number of the table, from 1. */
  readonly number: number;
  readonly caption: string | undefined;
  /** Header rows; only the first ones if the header is very long. */
  readonly header: readonly TableRow[];
  /** Number of header rows before these that contain the table's caption. */
  readonly captionRows: number;
  /** Number of rows, without header rows. */
  readonly rowCount: number;
  readonly pageFrom: number | undefined;
  readonly pageTo: number | undefined;
  readonly section: readonly string[];
  /** Index of the chunk in which the table begins. */
  readonly begin: number;
}

/**
 * Maximum characters of a table's header: rows of a file can be of any length, and the header is read with each page of
 * rows.
 */
const MAX_HEADER_CHARACTERS = 65_536;

type Reading<A> = Effect.Effect<A, DomainError | PassageIndexError>;

/** Reads the head of one of the document's tables, which must exist. The table must not begin before chunk `from`. */
export const readTableHead: (chunks: LiveChunks, number: number, from?: number) => Reading<TableHead> =
  Effect.fnUntraced(function* (chunks, number, from = 0) {
    const begin = yield* chunks.firstIndexWhere((chunk) => isReached(chunk, number, 0), from);
    const [first] = yield* chunks.from(begin, 1);
    const rowCount = yield* countRows(chunks, number, begin);
    const end = yield* chunks.firstIndexWhere((chunk) => isReached(chunk, number, rowCount), begin);
    const [last] = end === begin ? [first] : yield* chunks.from(end, 1);
    const header = yield* readHeader(new TableRows(chunks, number, begin, { first: 0, last: rowCount }));
    const { caption, captionCount, names, page } = header;
    const section = sectionOfTable(first!, number);
    return {
      number,
      caption,
      captionRows: captionCount,
      header: names,
      rowCount,
      pageFrom: page,
      pageTo: pageOf(last!),
      section,
      begin,
    };
  });

/** Reads rows of a table from `row` on, in batches; row 1 is the first after its header. */
export const rowsFrom = (chunks: LiveChunks, { number, begin, rowCount }: TableHead, row: number): Reading<TableRows> =>
  Effect.map(
    chunks.firstIndexWhere((chunk) => isReached(chunk, number, row), begin),
    (index) => new TableRows(chunks, number, index, { first: row, last: rowCount }),
  );

/** A table ends where the next one begins, or at the end of the document. */
const countRows = Effect.fnUntraced(function* (chunks: LiveChunks, number: number, begin: number) {
  const next = yield* chunks.firstIndexWhere((chunk) => isReached(chunk, number + 1, 0), begin);
  if (next < chunks.document.chunkCount) {
    const [chunk] = yield* chunks.from(next, 1);
    return rowsBeforeNext(chunk!, number);
  }
  const [last] = yield* chunks.from(chunks.document.chunkCount - 1, 1);
  return positionAfter(last!)?.rows ?? 0;
});

/** A header that spans all columns is the table's caption. */
const readHeader = Effect.fnUntraced(function* (table: TableRows) {
  const header: ReadBlock[] = [];
  const following: ReadBlock[] = [];
  let characters = 0;
  const isHeaderComplete = () => following.length > 0 || characters > MAX_HEADER_CHARACTERS;
  for (let rows = yield* table.next(); rows.length > 0; rows = isHeaderComplete() ? [] : yield* table.next()) {
    for (const block of rows) {
      if (block.table!.row > 0) following.push(block);
      else if ((characters += block.text.length) <= MAX_HEADER_CHARACTERS) header.push(block);
    }
  }
  const rows = header.map(cellsOf);
  const captions = captionRows(rows, widthOf([...rows, ...following.map(cellsOf)]));
  return {
    caption: captions.length === 0 ? undefined : captions.map(([text]) => text).join("\n"),
    captionCount: captions.length,
    names: rows.slice(captions.length),
    page: header[0]?.page ?? following[0]?.page,
  };
});

const pageOf = ({ metadata: { page } }: Passage): number | undefined => (typeof page === "number" ? page : undefined);
