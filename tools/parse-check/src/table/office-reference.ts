import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { attributeOf, markupTokens } from "./markup-tokens.ts";
import { onePage, type Reference } from "./reference.ts";

type Parts = Readonly<Record<string, Uint8Array>>;

const partsOf = (path: string): Parts => unzipSync(readFileSync(path));

const xmlOf = (parts: Parts, name: string): string => {
  const bytes = parts[name];
  return bytes === undefined ? "" : strFromU8(bytes).replaceAll(/<mc:Fallback[\s>][\s\S]*?<\/mc:Fallback>/g, "");
};

interface Paragraph {
  readonly text: string;
  /** Id of its style. */
  readonly style: string | undefined;
}

interface Walk {
  readonly paragraphs: readonly Paragraph[];
  readonly rows: readonly (readonly string[])[];
}

/** Extracts paragraphs and table rows from Word's or PowerPoint's XML; both name them p, t, tbl, tr and tc. */
const walk = (xml: string): Walk => {
  const paragraphs: Paragraph[] = [];
  const rows: string[][] = [];
  const openRows: string[][] = [];
  const openCells: string[] = [];
  const openParagraphs: { text: string; style: string | undefined }[] = [];
  let inText = false;
  for (const token of markupTokens(xml)) {
    if (token.type === "text") {
      const paragraph = openParagraphs.at(-1);
      if (inText && paragraph !== undefined) paragraph.text += token.text;
      continue;
    }
    const isOpen = token.type === "open";
    if (token.name === "t") inText = isOpen;
    else if (token.name === "p") {
      if (isOpen) openParagraphs.push({ text: "", style: undefined });
      else {
        const paragraph = openParagraphs.pop();
        if (paragraph === undefined || paragraph.text.trim() === "") continue;
        paragraphs.push(paragraph);
        if (openCells.length > 0) openCells.push(`${openCells.pop()!} ${paragraph.text}`.trim());
      }
    } else if (isOpen && (token.name === "tab" || token.name === "br")) {
      const paragraph = openParagraphs.at(-1);
      if (paragraph !== undefined) paragraph.text += " ";
    } else if (isOpen && token.name === "pstyle") {
      const paragraph = openParagraphs.at(-1);
      if (paragraph !== undefined) paragraph.style = attributeOf(token.attributes, "val");
    } else if (token.name === "tr") {
      if (isOpen) openRows.push([]);
      else rows.push(openRows.pop() ?? []);
    } else if (token.name === "tc") {
      if (isOpen) openCells.push("");
      else openRows.at(-1)?.push(openCells.pop() ?? "");
    }
  }
  return { paragraphs, rows };
};

const WORD_TEXT = /^word\/(?:document|footnotes|endnotes|comments)\d*\.xml$/;

/** Extracts body, notes and comments of Word; headings are paragraphs with a heading style. */
export const docxReference = (path: string): Reference => {
  const parts = partsOf(path);
  const headingStyles = new Set<string>();
  let style: string | undefined;
  for (const token of markupTokens(xmlOf(parts, "word/styles.xml"))) {
    if (token.type !== "open") continue;
    if (token.name === "style") style = attributeOf(token.attributes, "styleId");
    const name = token.name === "name" ? attributeOf(token.attributes, "val") : undefined;
    if (style !== undefined && name !== undefined && /^heading [1-6]$/i.test(name)) headingStyles.add(style);
  }
  const walks = Object.keys(parts)
    .filter((name) => WORD_TEXT.test(name))
    .map((name) => walk(xmlOf(parts, name)));
  const paragraphs = walks.flatMap((one) => one.paragraphs);
  return onePage(
    paragraphs.map(({ text }) => text),
    paragraphs.filter((paragraph) => headingStyles.has(paragraph.style ?? "")).map(({ text }) => text),
    walks.flatMap(({ rows }) => rows),
  );
};

interface Relation {
  readonly type: string;
  readonly target: string;
}

const relationsOf = (parts: Parts, part: string): ReadonlyMap<string, Relation> => {
  const folder = posix.dirname(part);
  const found = new Map<string, Relation>();
  for (const token of markupTokens(xmlOf(parts, posix.join(folder, "_rels", `${posix.basename(part)}.rels`)))) {
    if (token.type !== "open" || token.name !== "relationship") continue;
    const target = attributeOf(token.attributes, "Target") ?? "";
    found.set(attributeOf(token.attributes, "Id") ?? "", {
      type: (attributeOf(token.attributes, "Type") ?? "").split("/").at(-1)!,
      target: target.startsWith("/") ? target.slice(1) : posix.join(folder, target),
    });
  }
  return found;
};

/** Returns the parts listed in the main part, in its order. */
const listedParts = (parts: Parts, main: string, element: string): readonly { name: string; part: string }[] => {
  const relations = relationsOf(parts, main);
  return [...markupTokens(xmlOf(parts, main))].flatMap((token) => {
    if (token.type !== "open" || token.name !== element) return [];
    const relation = relations.get(/[\w]+:id\s*=\s*["']([^"']*)["']/.exec(token.attributes)?.[1] ?? "");
    return relation === undefined ? [] : [{ name: attributeOf(token.attributes, "name") ?? "", part: relation.target }];
  });
};

const TITLE_SHAPE = /<p:sp>(?:(?!<\/p:sp>)[\s\S])*?<p:ph[^>]*type="(?:title|ctrTitle)"[\s\S]*?<\/p:sp>/g;

/** Extracts slides of PowerPoint in list order, each with its notes. */
export const pptxReference = (path: string): Reference => {
  const parts = partsOf(path);
  const slides = listedParts(parts, "ppt/presentation.xml", "sldid").map(({ part }) => {
    const notes = [...relationsOf(parts, part).values()].find(({ type }) => type === "notesSlide");
    const slide = xmlOf(parts, part);
    return {
      ...walk(slide),
      notes: notes === undefined ? [] : walk(withoutFields(xmlOf(parts, notes.target))).paragraphs,
      titles: [...slide.matchAll(TITLE_SHAPE)].map(([shape]) => textOf(walk(shape).paragraphs)),
    };
  });
  return {
    pages: slides.map(({ paragraphs, notes }, index) => ({
      page: index + 1,
      lines: [...paragraphs, ...notes].map(({ text }) => text),
    })),
    headings: slides.flatMap(({ titles }) => titles).filter((title) => title.trim() !== ""),
    rows: slides.flatMap(({ rows }) => rows),
  };
};

/** Removes fields: the slide number on a notes page is not a note. */
const withoutFields = (xml: string): string => xml.replaceAll(/<a:fld[\s>][\s\S]*?<\/a:fld>/g, "");

const textOf = (paragraphs: readonly Paragraph[]): string => paragraphs.map(({ text }) => text).join(" ");

/** Extracts the texts of each Excel sheet's cells; numbers and dates are covered by the parser's tests. */
export const xlsxReference = (path: string): Reference => {
  const parts = partsOf(path);
  const shared = sharedStrings(xmlOf(parts, "xl/sharedStrings.xml"));
  const sheets = listedParts(parts, "xl/workbook.xml", "sheet").filter(({ part }) => part.includes("worksheets/"));
  const rows = sheets.map(({ part }) => sheetRows(xmlOf(parts, part), shared));
  return {
    pages: rows.map((sheet, index) => ({ page: index + 1, lines: sheet.flat().filter((cell) => cell.trim() !== "") })),
    headings: sheets.flatMap(({ name }, index) => (rows[index]!.length > 0 ? [name] : [])),
    rows: rows.flat(),
  };
};

const sharedStrings = (xml: string): readonly string[] =>
  [...xml.replaceAll(/<rPh[\s>][\s\S]*?<\/rPh>/g, "").matchAll(/<si\s*\/>|<si[\s>][\s\S]*?<\/si>/g)].map(([item]) =>
    textElements(item),
  );

const textElements = (xml: string): string => {
  let inText = false;
  let text = "";
  for (const token of markupTokens(xml)) {
    if (token.type === "text") text += inText ? token.text : "";
    else if (token.name === "t") inText = token.type === "open";
  }
  return text;
};

const sheetRows = (xml: string, shared: readonly string[]): readonly (readonly string[])[] =>
  [...xml.matchAll(/<(?:\w+:)?row[\s>][\s\S]*?<\/(?:\w+:)?row>/g)].map(([row]) =>
    [...row.matchAll(/<(?:\w+:)?c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g)].flatMap(([, attributes, inner]) => {
      const type = attributeOf(attributes ?? "", "t");
      const value = /<(?:\w+:)?v[^>]*>([^<]*)</.exec(inner ?? "")?.[1];
      if (type === "s") return value === undefined ? [] : [shared[Number(value)] ?? ""];
      return type === "inlineStr" ? [textElements(inner ?? "")] : [];
    }),
  );
