import { cleanLine, type PageConfidence, type ParsedDocumentInfo } from "@quarry/plugin";
import { withoutPaths } from "@quarry/plugin/domain";

/** Maximum length of a title or author: it is copied to every chunk, and some files have pages of text there. */
const MAX_TEXT_LENGTH = 500;

/** Maximum length of a language tag that BCP 47 requires readers to accept. */
const MAX_LANGUAGE_LENGTH = 35;

/** More than users enter by hand, each of a few words. Keywords are copied to every chunk, too. */
const MAX_KEYWORDS = 50;
const MAX_KEYWORD_LENGTH = 100;

/**
 * Maximum number of format-specific fields and texts in them: of an email's hundreds of recipients, the first are
 * enough to filter by.
 */
const MAX_FIELDS = 20;
const FIELD_NAME = /^[a-z][a-z0-9_]{0,39}$/;
const MAX_FIELD_TEXTS = 50;
const MAX_FIELD_TEXT_LENGTH = 320;

/** Same as the default limit of recognised pages: the values are part of each list of documents. */
const MAX_CONFIDENCES = 1_000;
/** More decimals carry no information. */
const CONFIDENCE_STEPS = 1_000;

/** The first warnings show the problem; a damaged file can produce thousands. */
const MAX_WARNINGS = 20;

/** Cleans a file's own document info: only values of the contract's types, each on one line and of bounded length. */
export const cleanInfo = (info: ParsedDocumentInfo): ParsedDocumentInfo => {
  const cleaned = {
    title: cleanText(info.title, MAX_TEXT_LENGTH),
    author: cleanText(info.author, MAX_TEXT_LENGTH),
    language: cleanText(info.language, MAX_LANGUAGE_LENGTH),
    createdAt: cleanDate(info.createdAt),
    modifiedAt: cleanDate(info.modifiedAt),
    keywords: cleanTexts(info.keywords, MAX_KEYWORDS, MAX_KEYWORD_LENGTH),
    fields: cleanFields(info.fields),
    pageCount: cleanCount(info.pageCount),
    ocrPageCount: cleanCount(info.ocrPageCount),
    ocrConfidences: cleanConfidences(info.ocrConfidences),
    repeatedLineCount: cleanCount(info.repeatedLineCount),
    warnings: cleanTexts(info.warnings, MAX_WARNINGS, MAX_TEXT_LENGTH)?.map(withoutPaths),
  } satisfies Record<keyof ParsedDocumentInfo, unknown>;
  return Object.fromEntries(Object.entries(cleaned).filter(([, value]) => value !== undefined));
};

const cleanText = (value: unknown, maximum: number): string | undefined => {
  if (typeof value !== "string") return undefined;
  const text = cleanLine(value.slice(0, 2 * maximum))
    .slice(0, maximum)
    .toWellFormed();
  return text === "" ? undefined : text;
};

/** Files often contain invalid dates; these are omitted. */
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
