import { cleanLine, type ParsedDocumentInfo } from "@quarry/plugin";
import { withoutPaths } from "@quarry/plugin/domain";

/** Longest title or author that is kept: it travels with every chunk, and some files carry pages of text there. */
const MAX_TEXT_LENGTH = 500;

/** Longest language tag that BCP 47 asks readers to take. */
const MAX_LANGUAGE_LENGTH = 35;

/** The first warnings say what is wrong; a damaged file may give thousands. */
const MAX_WARNINGS = 20;

/** What a file says about itself, as far as it makes sense: the contract's types, on one line each, of bounded length. */
export const cleanInfo = (info: ParsedDocumentInfo): ParsedDocumentInfo => {
  const title = cleanText(info.title, MAX_TEXT_LENGTH);
  const author = cleanText(info.author, MAX_TEXT_LENGTH);
  const language = cleanText(info.language, MAX_LANGUAGE_LENGTH);
  const createdAt = cleanDate(info.createdAt);
  const pageCount = cleanCount(info.pageCount);
  const ocrPageCount = cleanCount(info.ocrPageCount);
  const repeatedLineCount = cleanCount(info.repeatedLineCount);
  const warnings = cleanWarnings(info.warnings);
  return {
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(language !== undefined && { language }),
    ...(createdAt !== undefined && { createdAt }),
    ...(pageCount !== undefined && { pageCount }),
    ...(ocrPageCount !== undefined && { ocrPageCount }),
    ...(repeatedLineCount !== undefined && { repeatedLineCount }),
    ...(warnings !== undefined && { warnings }),
  };
};

const cleanText = (value: unknown, maximum: number): string | undefined => {
  if (typeof value !== "string") return undefined;
  const text = cleanLine(value.slice(0, 2 * maximum))
    .slice(0, maximum)
    .toWellFormed();
  return text === "" ? undefined : text;
};

/** Files are full of dates that no calendar has; those are left out. */
const cleanDate = (value: unknown): string | undefined => {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const year = new Date(time).getUTCFullYear();
  return year >= 1 && year <= 9999 ? new Date(time).toISOString() : undefined;
};

const cleanCount = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31 ? (value as number) : undefined;

const cleanWarnings = (value: unknown): readonly string[] | undefined => {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, MAX_WARNINGS).flatMap((warning) => {
    const text = cleanText(warning, MAX_TEXT_LENGTH);
    return text === undefined ? [] : withoutPaths(text);
  });
};
