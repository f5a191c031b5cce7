import PdfDocument from "pdfkit";
import type { HandbookInfo } from "../content.ts";
import { EDITION_DATE } from "../edition.ts";
import { parseMarkdown, type Block } from "../markdown.ts";
import { drawBlock } from "./draw-blocks.ts";
import { drawContents, type ContentsEntry } from "./draw-contents.ts";
import { drawChapterOpening, drawCover, drawRunningLines } from "./draw-furniture.ts";
import { PageFlow } from "./page-flow.ts";
import { page } from "./page-style.ts";

/**
 * Writes the handbook. It is laid out twice: the table of contents stands before the pages whose numbers it lists, and
 * takes the same room whatever those numbers are.
 */
export const writeHandbookPdf = async (info: HandbookInfo, chapters: readonly string[]): Promise<Uint8Array> => {
  const parsed = chapters.map(parseMarkdown);
  const draft = await layOut(info, parsed, []);
  const final = await layOut(info, parsed, draft.entries);
  if (JSON.stringify(final.entries) !== JSON.stringify(draft.entries)) {
    throw new Error("the table of contents moved the pages that it lists");
  }
  return final.bytes;
};

interface LaidOut {
  readonly bytes: Uint8Array;
  readonly entries: readonly ContentsEntry[];
}

const layOut = async (
  info: HandbookInfo,
  chapters: readonly (readonly Block[])[],
  known: readonly ContentsEntry[],
): Promise<LaidOut> => {
  const document = new PdfDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: "en",
    displayTitle: true,
    info: {
      Title: info.title,
      Author: info.author,
      Subject: info.subtitle,
      CreationDate: EDITION_DATE,
      ModDate: EDITION_DATE,
    },
  });
  const bytes = collect(document);
  const flow = new PageFlow(document);
  const entries: ContentsEntry[] = [];
  const chapterOfPage = new Map<number, string>();

  drawCover(flow, info);
  flow.onPage = (pageNumber) => chapterOfPage.set(pageNumber, "Contents");
  drawContents(flow, known.length > 0 ? known : placeholderEntries(chapters));
  for (const [index, blocks] of chapters.entries()) {
    const title = blocks[0]?.kind === "heading" ? blocks[0].text : "";
    flow.onPage = (pageNumber) => chapterOfPage.set(pageNumber, title);
    flow.newPage();
    entries.push({ level: 1, text: title, number: index + 1, page: flow.pageNumber });
    drawChapterOpening(flow, index + 1, title);
    for (const [position, block] of blocks.entries()) {
      if (position === 0) continue;
      drawBlock(flow, block, blocks[position + 1]);
      if (block.kind === "heading" && block.level === 2)
        entries.push({ level: 2, text: block.text, page: flow.pageNumber });
    }
  }
  drawRunningLines(flow, info.title, chapterOfPage);
  document.end();
  return { bytes: await bytes, entries };
};

const placeholderEntries = (chapters: readonly (readonly Block[])[]): ContentsEntry[] =>
  chapters.flatMap((blocks, index) =>
    blocks.flatMap((block): ContentsEntry[] => {
      if (block.kind !== "heading" || block.level > 2) return [];
      return [
        block.level === 1
          ? { level: 1, text: block.text, number: index + 1, page: 0 }
          : { level: 2, text: block.text, page: 0 },
      ];
    }),
  );

const collect = (document: typeof PdfDocument.prototype): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    document.on("data", (part: Buffer) => parts.push(part));
    document.on("end", () => resolve(Buffer.concat(parts)));
    document.on("error", reject);
  });
