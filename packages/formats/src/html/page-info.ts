import { type ParsedDocumentInfo, splitKeywords } from "@quarry/plugin";

const AUTHORS = new Set(["author", "dc.creator", "dcterms.creator", "article:author"]);
const DATES = new Set(["date", "dc.date", "dcterms.created", "article:published_time", "datepublished"]);
const CHANGES = new Set(["last-modified", "dcterms.modified", "article:modified_time", "datemodified"]);
const KEYWORDS = new Set(["keywords", "news_keywords"]);

/** Returns document info from a `<meta>` element or `<html lang>`. */
export function infoOfElement(name: string, attributes: Record<string, string>): ParsedDocumentInfo | undefined {
  if (name === "html") {
    const language = attributes["lang"]?.trim();
    return language ? { language } : undefined;
  }
  if (name !== "meta") return undefined;
  const key = (attributes["name"] ?? attributes["property"] ?? "").toLowerCase();
  const content = attributes["content"]?.trim() ?? "";
  if (content === "") return undefined;
  if (AUTHORS.has(key)) return { author: content };
  if (KEYWORDS.has(key)) return keywordsOf(content);
  const field = DATES.has(key) ? "createdAt" : CHANGES.has(key) ? "modifiedAt" : undefined;
  const time = Date.parse(content);
  return field === undefined || Number.isNaN(time) ? undefined : { [field]: new Date(time).toISOString() };
}

const keywordsOf = (content: string): ParsedDocumentInfo | undefined => {
  const keywords = splitKeywords(content);
  return keywords.length > 0 ? { keywords } : undefined;
};
