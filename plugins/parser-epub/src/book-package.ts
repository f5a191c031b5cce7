import { posix } from "node:path";
import type { Archive } from "@quarry/formats/zip";
import { cleanLine, type ParsedDocumentInfo, ParserError, type ParserLimits } from "@quarry/plugin";
import { type XmlElement, xmlElements } from "./xml-elements.ts";

const CONTAINER = "META-INF/container.xml";
const ENCRYPTION = "META-INF/encryption.xml";
/** Media types of text pages. Other items are pictures shown as pages. */
const PAGE_TYPES = new Set(["application/xhtml+xml", "text/html", "application/html", "text/x-oeb1-document"]);

/** Metadata of a book, and its reading order. */
export interface BookPackage {
  readonly info: ParsedDocumentInfo;
  /** Names of the archive's entries without duplicates. Some entries may be missing. */
  readonly chapters: readonly string[];
}

/** Whether the archive is a book. */
export const isBook = (archive: Archive): boolean => archive.has(CONTAINER);

/** Reads the package file that the container refers to. */
export async function readPackage(archive: Archive, limits: ParserLimits): Promise<BookPackage> {
  const container = await xmlElements(archive, CONTAINER, limits);
  const path = container.find(({ name }) => name === "rootfile")?.attributes["full-path"];
  if (path === undefined || !archive.has(path)) {
    throw new ParserError("corrupt", "the book has no package file that lists its chapters: save it again");
  }
  const elements = await xmlElements(archive, path, limits);
  const chapters = chaptersOf(elements, posix.dirname(path));
  await refuseEncrypted(archive, chapters, limits);
  return { info: infoOf(elements), chapters };
}

/** Returns the chapters in reading order, without the table of contents, which repeats the headings. */
function chaptersOf(elements: readonly XmlElement[], folder: string): readonly string[] {
  const items = new Map<string, string>();
  for (const { name, attributes } of elements) {
    const { id, href, properties = "", "media-type": mediaType = "" } = attributes;
    if (name !== "item" || id === undefined || href === undefined) continue;
    if (PAGE_TYPES.has(mediaType) && !properties.split(/\s+/).includes("nav")) items.set(id, entryName(folder, href));
  }
  const spine = elements.filter(({ name }) => name === "itemref");
  return [...new Set(spine.flatMap(({ attributes }) => items.get(attributes["idref"] ?? "") ?? []))];
}

/**
 * Rejects encrypted chapters. Any book can have obfuscated fonts, but chapters are only encrypted in a book locked to
 * one reader (DRM).
 */
async function refuseEncrypted(archive: Archive, chapters: readonly string[], limits: ParserLimits): Promise<void> {
  if (!archive.has(ENCRYPTION)) return;
  const elements = await xmlElements(archive, ENCRYPTION, limits);
  const locked = new Set(
    elements.flatMap(({ attributes }) => (attributes["URI"] === undefined ? [] : [entryName("", attributes["URI"])])),
  );
  if (chapters.some((chapter) => locked.has(chapter))) {
    throw new ParserError("encrypted", "the book's chapters are encrypted: upload a copy without copy protection");
  }
}

function infoOf(elements: readonly XmlElement[]): ParsedDocumentInfo {
  const valuesOf = (name: string): readonly string[] =>
    elements
      .filter((element) => element.name === name)
      .map(({ text }) => cleanLine(text))
      .filter((text) => text !== "");
  const dates = elements.filter(({ name }) => name === "date");
  const changed = dates.find(({ attributes }) => eventOf(attributes) === "modification");
  const made = dates.find(({ attributes }) => eventOf(attributes) !== "modification");
  const modified = elements.find(
    ({ name, attributes }) => name === "meta" && attributes["property"] === "dcterms:modified",
  );
  const title = valuesOf("title")[0];
  const author = [...new Set(valuesOf("creator"))].join(", ");
  const language = valuesOf("language")[0];
  const createdAt = isoDate(made?.text);
  const modifiedAt = isoDate(modified?.text ?? changed?.text);
  const keywords = [...new Set(valuesOf("subject"))];
  return {
    ...(title !== undefined && { title }),
    ...(author !== "" && { author }),
    ...(createdAt !== undefined && { createdAt }),
    ...(modifiedAt !== undefined && { modifiedAt }),
    ...(keywords.length > 0 && { keywords }),
    ...(language !== undefined && { language }),
  };
}

const eventOf = (attributes: XmlElement["attributes"]): string | undefined =>
  attributes["opf:event"] ?? attributes["event"];

function isoDate(text: string | undefined): string | undefined {
  const time = Date.parse(text?.trim() ?? "");
  const iso = Number.isNaN(time) ? "" : new Date(time).toISOString();
  return /^\d{4}-/.test(iso) ? iso : undefined;
}

/** Resolves a reference, which is a URI relative to its file, to an entry name. */
function entryName(folder: string, href: string): string {
  const [path] = href.split(/[#?]/, 1) as [string];
  return posix.join(folder, decodePercent(path)).replace(/^\/+/, "");
}

function decodePercent(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
