import { DocumentTableSchema } from "@quarry/api";
import { printTable } from "../output/table.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";
import { type OutputOptions, sendText } from "./text.ts";

/** Most tables in one request. */
const BATCH = 100;

/** The tables of a document; their rows are another command's. */
export const listTables = (collectionName: string, documentId: string, options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const named = { collectionName, documentId, rows: 0, limit: BATCH };
    const first = await client.documents.listDocumentTables(named, { signal });
    const tables = [...first.tables];
    while (tables.length < first.total) {
      const more = await client.documents.listDocumentTables({ ...named, offset: tables.length }, { signal });
      if (more.tables.length === 0) break;
      tables.push(...more.tables);
    }
    print(DocumentTableSchema, tables, () => {
      const rows = tables.map(({ table, rowCount, header, pageFrom, pageTo, caption, section }) => [
        String(table),
        String(rowCount),
        pageFrom === pageTo ? String(pageFrom ?? "") : `${pageFrom}-${pageTo}`,
        caption ?? header.at(-1)?.cells.join(" | ") ?? "",
        section.join(" > "),
      ]);
      printTable(terminal, ["TABLE", "ROWS", "PAGE", "WHAT", "SECTION"], rows);
    });
  });

/** One of them as CSV. */
export const showTable = (
  collectionName: string,
  documentId: string,
  table: number,
  options: OutputOptions,
): Promise<void> =>
  withSession(options, ({ client, signal }) =>
    sendText(client.documents.tableCsv(collectionName, documentId, table, { signal }), options),
  );
