import type { ParsedDocumentInfo } from "@quarry/plugin";
import type { DocumentInfo } from "@quarry/store";

/** Converts the parser's info to the form stored with the document. */
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
