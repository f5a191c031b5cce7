import type { ParsedDocumentInfo } from "@quarry/plugin";
import type { DocumentInfo } from "@quarry/store";

/** What the parser found out, as it is kept with the document. */
export const documentInfo = ({
  pageCount,
  ocrPageCount,
  repeatedLineCount,
  ...info
}: ParsedDocumentInfo): DocumentInfo => ({
  ...info,
  ...(pageCount !== undefined && { pages: pageCount }),
  ...(ocrPageCount !== undefined && { ocrPages: ocrPageCount }),
  ...(repeatedLineCount !== undefined && { repeatedLines: repeatedLineCount }),
});
