import type { DocumentService } from "@quarry/api";
import { DocumentTables, type TableRead } from "@quarry/catalog";
import { Effect } from "effect";
import type { Handlers } from "./handler.ts";
import { runFor } from "./run-effect.ts";
import { textInfo, textChunk } from "./text-messages.ts";

type TableHandlers = Pick<
  Handlers<typeof DocumentService>,
  "getDocumentTable" | "getDocumentTableCsv" | "listDocumentTables"
>;

/** Creates the rpcs of DocumentService that show the tables of a document. */
export const makeTableHandlers: Effect.Effect<TableHandlers, never, DocumentTables> = Effect.gen(function* () {
  const tables = yield* DocumentTables;
  return {
    listDocumentTables: async ({ collectionName, documentId, ...range }, context) => {
      const found = await runFor(context, tables.list(collectionName, documentId, range));
      return { tables: found.tables.map(toTable), total: found.total };
    },

    getDocumentTable: async ({ collectionName, documentId, table, ...range }, context) =>
      toTable(await runFor(context, tables.get(collectionName, documentId, table, range))),

    getDocumentTableCsv: async function* ({ collectionName, documentId, table }, context) {
      const { document, next } = await runFor(context, tables.csv(collectionName, documentId, table));
      yield textInfo(`${document.filename}-${table}.csv`, "text/csv");
      for (;;) {
        const lines = await runFor(context, next);
        if (lines === undefined) return;
        if (lines !== "") yield textChunk(lines);
      }
    },
  };
});

const toTable = ({ number, caption, header, rows, offset, rowCount, pageFrom, pageTo, section }: TableRead) => ({
  table: number,
  ...(caption !== undefined && { caption }),
  header: header.map(toRow),
  rows: rows.map(toRow),
  offset,
  rowCount,
  truncated: offset + rows.length < rowCount,
  ...(pageFrom !== undefined && { pageFrom }),
  ...(pageTo !== undefined && { pageTo }),
  section: [...section],
});

const toRow = (cells: readonly string[]) => ({ cells: [...cells] });
