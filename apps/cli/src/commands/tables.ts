import { withSession } from "../session.ts";
import { type OutputOptions, sendText } from "./text.ts";

/** Prints a table of a document as CSV. */
export const showTable = (
  collectionName: string,
  documentId: string,
  table: number,
  options: OutputOptions,
): Promise<void> =>
  withSession(options, ({ client, signal }) =>
    sendText(client.documents.tableCsv(collectionName, documentId, table, { signal }), options),
  );
