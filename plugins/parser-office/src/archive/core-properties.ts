import { cleanLine, type ParsedDocumentInfo, type ParserLimits, splitKeywords } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { readSmallXml } from "./read-xml.ts";
import { relationshipsOf } from "./relationships.ts";

/** Longer values are neither titles nor names. */
const MAX_CHARACTERS = 1_000;
/** Language tag such as `en-GB`. Other text is not a language. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/**
 * Returns title, author, dates, keywords and language from the package's core properties, or nothing if it has none.
 */
export async function readCoreProperties(archive: Archive, limits: ParserLimits): Promise<ParsedDocumentInfo> {
  const relationships = await relationshipsOf(archive, "", limits);
  const part = relationships.find(({ type }) => type === "core-properties" || type === "metadata")?.target;
  const values = new Map<string, string>();
  if (part === undefined || !archive.has(part)) return {};
  let current = "";
  await readSmallXml(archive, part, limits, {
    open: (name) => {
      current = name;
    },
    text: (text) => {
      if (current !== "") values.set(current, ((values.get(current) ?? "") + text).slice(0, MAX_CHARACTERS));
    },
    close: () => {
      current = "";
    },
  });
  const valueOf = (name: string) => cleanLine(values.get(name) ?? "");
  const title = valueOf("title");
  const author = valueOf("creator");
  const language = valueOf("language");
  const createdAt = isoDate(valueOf("created"));
  const modifiedAt = isoDate(valueOf("modified"));
  const keywords = splitKeywords(values.get("keywords") ?? "");
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(createdAt && { createdAt }),
    ...(modifiedAt && { modifiedAt }),
    ...(keywords.length > 0 && { keywords }),
    ...(LANGUAGE.test(language) && { language }),
  };
}

/** Returns an ISO 8601 date, or "" for an invalid one or one outside of the years 0 to 9999. */
function isoDate(value: string): string {
  const time = Date.parse(value);
  const iso = Number.isNaN(time) ? "" : new Date(time).toISOString();
  return /^\d/.test(iso) ? iso : "";
}
