import type { PassageIndexError } from "@quarry/index";
import { conflict, describeValue, type DomainError, GIVEN_CHUNKS_TYPE, notFound } from "@quarry/plugin/domain";
import type { DocumentRecord, StoreError } from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import type { DocumentName } from "../find-document.ts";
import { type LiveChunks, makeFindLiveChunks } from "./live-chunks.ts";
import { readTableHead, rowsFrom, type TableHead, type TableRow } from "./read-table.ts";
import { cellsOf } from "./row-cells.ts";
import { positionAfter } from "./table-positions.ts";
import { csvLine } from "./csv-line.ts";
import { widthOf } from "./markdown-table.ts";

/** A table and some of its rows. */
export interface TableRead extends TableHead {
  readonly rows: readonly TableRow[];
  /** Number of rows before these. */
  readonly offset: number;
}

export interface TableCsv {
  readonly document: DocumentRecord;
  /** The next lines; undefined after the last. */
  readonly next: Effect.Effect<string | undefined, DomainError | PassageIndexError>;
}

interface RowRange {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export interface TableRange extends RowRange {
  /** Number of rows per table. */
  readonly rows?: number | undefined;
}

type Read<A> = Effect.Effect<A, DomainError | PassageIndexError | StoreError>;

export interface DocumentTablesShape {
  /** Lists the tables in document order, by default 20 with 20 rows each, and their total number. */
  list(
    collectionName: string,
    name: DocumentName,
    range: TableRange,
  ): Read<{ readonly tables: readonly TableRead[]; readonly total: number }>;
  /** Returns a table with up to 100 rows by default. Fails with `not_found` if the document has no such table. */
  get(collectionName: string, name: DocumentName, table: number, range: RowRange): Read<TableRead>;
  csv(collectionName: string, name: DocumentName, table: number): Read<TableCsv>;
}

const DEFAULT_TABLES = 20;
const DEFAULT_FIRST_ROWS = 20;
const DEFAULT_ROWS = 100;
/** Maximum size per table in a list, and of a single table. Rows can be of any length, and at least one is returned. */
const MAX_LISTED_CHARACTERS = 16_384;
const MAX_CHARACTERS = 262_144;

/** Tables of documents, as parsed. */
export class DocumentTables extends Context.Service<DocumentTables, DocumentTablesShape>()(
  "@quarry/catalog/DocumentTables",
) {
  static readonly layer = Layer.effect(
    DocumentTables,
    Effect.gen(function* () {
      const find = yield* makeFindLiveChunks;

      const found = Effect.fnUntraced(function* (collectionName: string, name: DocumentName, table: number) {
        const chunks = yield* find(collectionName, name);
        const total = yield* countTables(chunks);
        if (table < 1 || table > total) return yield* noSuchTable(chunks.document, table, total);
        return chunks;
      });

      const list: DocumentTablesShape["list"] = Effect.fn("DocumentTables.list")(function* (
        collectionName,
        name,
        { offset = 0, limit = DEFAULT_TABLES, rows = DEFAULT_FIRST_ROWS },
      ) {
        const chunks = yield* find(collectionName, name);
        const total = yield* countTables(chunks);
        const tables: TableRead[] = [];
        for (let number = offset + 1; number <= total && tables.length < limit; number++) {
          const head = yield* readTableHead(chunks, number, tables.at(-1)?.begin);
          const range = { offset: 0, limit: rows, maxCharacters: MAX_LISTED_CHARACTERS };
          tables.push(yield* withRows(chunks, head, range));
        }
        return { tables, total };
      });

      const get: DocumentTablesShape["get"] = Effect.fn("DocumentTables.get")(function* (
        collectionName,
        name,
        table,
        { offset = 0, limit = DEFAULT_ROWS },
      ) {
        const chunks = yield* found(collectionName, name, table);
        const head = yield* readTableHead(chunks, table);
        return yield* withRows(chunks, head, { offset, limit, maxCharacters: MAX_CHARACTERS });
      });

      const csv: DocumentTablesShape["csv"] = Effect.fn("DocumentTables.csv")(function* (collectionName, name, table) {
        const chunks = yield* found(collectionName, name, table);
        const head = yield* readTableHead(chunks, table);
        const rows = yield* rowsFrom(chunks, head, 0);
        const columns = widthOf(head.header);
        let skipped = head.captionRows;
        const next = Effect.map(rows.next(), (more) => {
          if (more.length === 0) return undefined;
          const lines = more.slice(skipped);
          skipped = Math.max(0, skipped - more.length);
          return lines.map((row) => csvLine(cellsOf(row), columns)).join("");
        });
        return { document: chunks.document, next };
      });

      return { list, get, csv };
    }),
  );
}

const withRows = Effect.fnUntraced(function* (
  chunks: LiveChunks,
  head: TableHead,
  { offset, limit, maxCharacters }: { readonly offset: number; readonly limit: number; readonly maxCharacters: number },
): Effect.fn.Return<TableRead, DomainError | PassageIndexError> {
  const rows: TableRow[] = [];
  if (offset >= head.rowCount || limit === 0) return { ...head, rows, offset };
  const table = yield* rowsFrom(chunks, head, offset + 1);
  let characters = 0;
  for (let more = yield* table.next(); more.length > 0; more = yield* table.next()) {
    for (const row of more) {
      characters += row.text.length;
      if (rows.length === limit || (rows.length > 0 && characters > maxCharacters)) return { ...head, rows, offset };
      rows.push(cellsOf(row));
    }
  }
  return { ...head, rows, offset };
});

/** Uploaded chunks are plain text, whatever they were made from. */
const countTables = Effect.fnUntraced(function* ({ document, from }: LiveChunks) {
  if (document.fileType === GIVEN_CHUNKS_TYPE || document.chunkCount === 0) return 0;
  const [last] = yield* from(document.chunkCount - 1, 1);
  const position = last && positionAfter(last);
  return position === undefined ? yield* readBefore(document) : position.tables;
});

const readBefore = ({ id }: DocumentRecord): DomainError =>
  conflict(`document ${describeValue(id)} has no recorded tables: reprocess it to extract them`);

const noSuchTable = ({ id }: DocumentRecord, table: number, total: number): DomainError => {
  const tables = total === 0 ? "no tables" : total === 1 ? "1 table" : `${total} tables`;
  return notFound(`table ${table} does not exist: document ${describeValue(id)} has ${tables}, which count from 1`);
};
