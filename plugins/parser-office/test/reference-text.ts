import { strFromU8, unzipSync } from "fflate";

/**
 * Reads Office files by another method than the parser: with regular expressions, without a tree, styles or text
 * relationships.
 */

const PARTS: Record<string, RegExp> = {
  docx: /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\d*\.xml$/,
  pptx: /^ppt\/(?:slides|notesSlides)\/[^/]+\.xml$/,
  xlsx: /^xl\/(?:sharedStrings|worksheets\/sheet\d+)\.xml$/,
};

export const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the words of a file, with each paragraph as one text. */
export const referenceWords = (fileType: string, bytes: Uint8Array): string[] =>
  Object.entries(partsOf(bytes))
    .filter(([part]) => PARTS[fileType]!.test(part))
    .flatMap(([, xml]) => wordsIn(xml));

/**
 * Returns the cells of each row of each table that is not a frame and contains no other. Rows without text are omitted.
 */
export function referenceRows(bytes: Uint8Array): string[][] {
  const xml = partsOf(bytes)["word/document.xml"] ?? "";
  return [...xml.matchAll(/<w:tbl>((?:(?!<w:tbl>)[\s\S])*?)<\/w:tbl>/g)]
    .map((table) => rowsOf(table[1]!))
    .filter((rows) => rows.some((cells) => cells.length > 1))
    .flat()
    .filter((cells) => cells.some((cell) => wordsOf(cell).length > 0));
}

const rowsOf = (table: string): string[][] =>
  [...table.matchAll(/<w:tr[ >]([\s\S]*?)<\/w:tr>/g)].map((row) =>
    [...row[1]!.matchAll(/<w:tc>([\s\S]*?)<\/w:tc>/g)].map((cell) => textIn(cell[1]!).join(" ")),
  );

/** Returns the words of each slide, in presentation order. */
export function referenceSlides(bytes: Uint8Array): string[][] {
  const parts = partsOf(bytes);
  const relations = new Map(
    [...(parts["ppt/_rels/presentation.xml.rels"] ?? "").matchAll(/<Relationship [^>]*>/g)].map(([tag]) => [
      /Id="([^"]*)"/.exec(tag)![1]!,
      /Target="([^"]*)"/.exec(tag)![1]!,
    ]),
  );
  return [...parts["ppt/presentation.xml"]!.matchAll(/<p:sldId [^>]*r:id="([^"]*)"/g)].map((slide) =>
    wordsIn(parts[`ppt/${relations.get(slide[1]!)!.replace(/^\/ppt\//, "")}`] ?? ""),
  );
}

function partsOf(bytes: Uint8Array): Record<string, string> {
  return Object.fromEntries(
    Object.entries(unzipSync(bytes))
      .filter(([name]) => /\.(?:xml|rels)$/.test(name))
      .map(([name, part]) => [name, strFromU8(part).replace(/<mc:Fallback[\s\S]*?<\/mc:Fallback>/g, "")]),
  );
}

const wordsIn = (xml: string): string[] => textIn(xml).flatMap(wordsOf);

/** Returns the text of each paragraph, cell or shared string. */
const textIn = (xml: string): string[] =>
  xml
    .replace(/<rPh[\s\S]*?<\/rPh>/g, "")
    .split(/<\/(?:w:p|a:p|si|is)>/)
    .map((paragraph) =>
      [...paragraph.matchAll(/<(?:[wam]:)?t(?: [^>]*)?>([^<]*)</g)].map((match) => unescapeXml(match[1]!)).join(""),
    );

const unescapeXml = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
