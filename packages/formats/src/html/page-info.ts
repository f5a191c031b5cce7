import type { ParsedDocumentInfo } from "@quarry/plugin";

const AUTHORS = new Set(["author", "dc.creator", "dcterms.creator", "article:author"]);
const DATES = new Set(["date", "dc.date", "dcterms.created", "article:published_time", "datepublished"]);

/** What a `<meta>` element or `<html lang>` says about the document. */
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
  const time = DATES.has(key) ? Date.parse(content) : Number.NaN;
  return Number.isNaN(time) ? undefined : { createdAt: new Date(time).toISOString() };
}
