import { pipeline } from "node:stream/promises";
import { DocumentPageSchema } from "@quarry/api";
import { saveFile } from "../output/save-file.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

type TextOptions = GlobalOptions & { readonly page?: number; readonly output?: string; readonly force?: boolean };

/** What was read of a document, or of one page. It is printed as it is: pipes take it, and form feeds divide its pages. */
export const showText = (collectionName: string, documentId: string, options: TextOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { page, output = "-" } = options;
    if (page !== undefined) {
      const found = await client.documents.getDocumentPage({ collectionName, documentId, page }, { signal });
      if (output !== "-") return saveFile(output, oneOf(found.text), options);
      return print(DocumentPageSchema, found, () => terminal.print(found.text));
    }
    const text = client.documents.text(collectionName, documentId, { signal });
    if (output !== "-") return saveFile(output, text, options);
    await pipeline(text, process.stdout, { end: false });
  });

async function* oneOf(text: string): AsyncGenerator<string> {
  yield text;
}
