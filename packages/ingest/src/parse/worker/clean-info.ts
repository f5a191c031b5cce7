import { cleanLine, type PageConfidence, type ParsedDocumentInfo } from "@quarry/plugin";
import { withoutPaths } from "@quarry/plugin/domain";

/** Longest title or author that is kept: it travels with every chunk, and some files carry pages of text there. */
const MAX_TEXT_LENGTH = 500;

/** Longest language tag that BCP 47 asks readers to take. */
const MAX_LANGUAGE_LENGTH = 35;

/** As many as anybody gives by hand, each of a few words: they travel with every chunk, too. */
const MAX_KEYWORDS = 50;
const MAX_KEYWORD_LENGTH = 100;

/** Facts of a format and their texts: of a mail's hundreds of recipients the first are enough to filter by. */
const MAX_FIELDS = 20;
const FIELD_NAME = /^[a-z][a-z0-9_]{0,39}$/;
const MAX_FIELD_TEXTS = 50;
const MAX_FIELD_TEXT_LENGTH = 320;

/** As many pages as may be recognised by default: they come with each list of documents. */
const MAX_CONFIDENCES = 1_000;
/** More decimals say nothing. */
const CONFIDENCE_STEPS = 1_000;

/** The first warnings say what is wrong; a damaged file may give thousands. */
const MAX_WARNINGS = 20;

/**
 * Cleans the info that a file has about itself: only values of the contract's types, on one line each, of bounded
 * length.
 */
export const cleanInfo = (info: ParsedDocumentInfo): ParsedDocumentInfo => {
  const title = cleanText(info.title, MAX_TEXT_LENGTH);
  const author = cleanText(info.author, MAX_TEXT_LENGTH);
  const language = cleanText(info.language, MAX_LANGUAGE_LENGTH);
  const createdAt = cleanDate(info.createdAt);
  const modifiedAt = cleanDate(info.modifiedAt);
  const keywords = cleanTexts(info.keywords, MAX_KEYWORDS, MAX_KEYWORD_LENGTH);
  const fields = cleanFields(info.fields);
  const pageCount = cleanCount(info.pageCount);
  const ocrPageCount = cleanCount(info.ocrPageCount);
  const ocrConfidences = cleanConfidences(info.ocrConfidences);
  const repeatedLineCount = cleanCount(info.repeatedLineCount);
  const warnings = cleanTexts(info.warnings, MAX_WARNINGS, MAX_TEXT_LENGTH)?.map(withoutPaths);
  return {
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(language !== undefined && { language }),
    ...(createdAt !== undefined && { createdAt }),
    ...(modifiedAt !== undefined && { modifiedAt }),
    ...(keywords !== undefined && { keywords }),
    ...(fields !== undefined && { fields }),
    ...(pageCount !== undefined && { pageCount }),
    ...(ocrPageCount !== undefined && { ocrPageCount }),
    ...(ocrConfidences !== undefined && { ocrConfidences }),
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

const cleanConfidences = (value: unknown): ParsedDocumentInfo["ocrConfidences"] => {
  if (!Array.isArray(value)) return undefined;
  const cleaned = value.slice(0, MAX_CONFIDENCES).flatMap((input: Partial<PageConfidence> | null) => {
    const page = cleanCount(input?.page);
    const confidence = input?.confidence;
    if (page === undefined || typeof confidence !== "number" || !(confidence >= 0 && confidence <= 1)) return [];
    return [{ page, confidence: Math.floor(confidence * CONFIDENCE_STEPS) / CONFIDENCE_STEPS }];
  });
  return cleaned.length === 0 ? undefined : cleaned;
};

const cleanTexts = (value: unknown, most: number, maximum: number): readonly string[] | undefined => {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, most).flatMap((text) => cleanText(text, maximum) ?? []);
};

const cleanFields = (value: unknown): ParsedDocumentInfo["fields"] => {
  if (typeof value !== "object" || value === null) return undefined;
  const named = Object.entries(value).filter(([name]) => FIELD_NAME.test(name));
  const cleaned = named.slice(0, MAX_FIELDS).flatMap(([name, input]) => {
    const field = cleanTexts(input, MAX_FIELD_TEXTS, MAX_FIELD_TEXT_LENGTH) ?? cleanText(input, MAX_FIELD_TEXT_LENGTH);
    return field === undefined || field.length === 0 ? [] : [[name, field] as const];
  });
  return cleaned.length === 0 ? undefined : Object.fromEntries(cleaned);
};
