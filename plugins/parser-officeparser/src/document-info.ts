import { cleanLine, type ParsedDocumentInfo, splitKeywords } from "@quarry/plugin";
import type { OfficeParserAST } from "officeparser";

/** Converts the library's metadata to document info; empty if the file has none. */
export function documentInfo({ metadata, content }: OfficeParserAST): ParsedDocumentInfo {
  const title = cleanLine(metadata.title ?? "");
  const author = cleanLine(metadata.author ?? "");
  const language = cleanLine(metadata.language ?? "");
  const createdAt = isoDate(metadata.created);
  const modifiedAt = isoDate(metadata.modified);
  const keywords = splitKeywords(metadata.keywords ?? "");
  const pageCount = pagesOf(content);
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(createdAt && { createdAt }),
    ...(modifiedAt && { modifiedAt }),
    ...(keywords.length > 0 && { keywords }),
    ...(language && { language }),
    ...(pageCount > 0 && { pageCount }),
  };
}

/** Returns the number of slides or sheets. Slides without content are missing in the tree, but keep their number. */
const pagesOf = (content: OfficeParserAST["content"]): number =>
  content.reduce((count, node) => {
    if (node.type === "slide") return Math.max(count, node.metadata?.slideNumber ?? count + 1);
    return node.type === "sheet" ? count + 1 : count;
  }, 0);

/** Returns an ISO 8601 date, or "" for an invalid one or one outside of the years 0 to 9999. */
const isoDate = (date: Date | undefined): string => {
  const iso = date === undefined || Number.isNaN(date.getTime()) ? "" : date.toISOString();
  return /^\d{4}-/.test(iso) ? iso : "";
};
