import { pipeline } from "node:stream/promises";
import { DocumentPageSchema } from "@quarry/api";
import { saveFile } from "../output/save-file.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

export type OutputOptions = GlobalOptions & { readonly output?: string; readonly force?: boolean };
type TextOptions = OutputOptions & { readonly page?: number };

/** Prints the extracted text of a document or of one page unchanged, for pipes. Form feeds separate pages. */
export const showText = (collectionName: string, documentId: string, options: TextOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { page, output = "-" } = options;
    if (page !== undefined) {
      const found = await client.documents.getDocumentPage({ collectionName, documentId, page }, { signal });
      if (output !== "-") return saveFile(output, oneOf(found.text), options);
      return print(DocumentPageSchema, found, () => terminal.print(found.text));
    }
    await sendText(client.documents.text(collectionName, documentId, { signal }), options);
  });

/** Prints the whole document as Markdown. */
export const showMarkdown = (collectionName: string, documentId: string, options: OutputOptions): Promise<void> =>
  withSession(options, ({ client, signal }) =>
    sendText(client.documents.markdown(collectionName, documentId, { signal }), options),
  );

/** Writes text to a file or to standard output. */
export const sendText = async (text: AsyncIterable<string>, options: OutputOptions): Promise<void> => {
  const { output = "-" } = options;
  if (output !== "-") return saveFile(output, text, options);
  await pipeline(text, process.stdout, { end: false });
};

async function* oneOf(text: string): AsyncGenerator<string> {
  yield text;
}
