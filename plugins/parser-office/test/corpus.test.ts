import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { OfficeParser } from "officeparser";
import { describe, expect, it } from "vitest";
import { readOffice } from "./read-office.ts";
import { referenceRows, referenceSlides, referenceWords, wordsOf } from "./reference-text.ts";

const corpus = fileURLToPath(new URL("../../../../shared/corpus", import.meta.url));
const isThere = existsSync(corpus);
if (!isThere) console.info("SKIPPED: Office corpus (../shared/corpus does not lie beside the repository)");

/** One file has two words separated by a blank that is a tab in the reference; all others reach 1. */
const MIN_FILE_RECALL = 0.98;
const MIN_WORDS = 5;
/** In a file of a few words, differences are within the noise of the library's own deviations. */
const TOLERANCE = 0.01;

const filesOf = (fileType: string): { name: string; path: string; bytes: Uint8Array }[] =>
  readdirSync(join(corpus, fileType)).map((name) => {
    const path = join(corpus, fileType, name);
    return { name, path, bytes: readFileSync(path) };
  });

function recall(reference: readonly string[], texts: readonly string[]): number {
  const bag = new Map<string, number>();
  for (const word of texts.flatMap(wordsOf)) bag.set(word, (bag.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of reference) {
    const remaining = bag.get(word) ?? 0;
    if (remaining > 0) hits++;
    bag.set(word, remaining - 1);
  }
  return Math.round((hits / reference.length) * 1000) / 1000;
}

/** Extracts the text with the best-known library for these formats, including notes and comments. */
async function libraryText(fileType: string, path: string): Promise<string> {
  const tree = await OfficeParser.parseOffice(path, { fileType: fileType as "docx" | "pptx" | "xlsx", ocr: false });
  const texts: string[] = [];
  const stack: unknown[] = [tree.content, tree.auxiliary];
  for (let node = stack.pop(); stack.length > 0 || node !== undefined; node = stack.pop()) {
    if (Array.isArray(node)) stack.push(...(node as unknown[]));
    else if (typeof node === "object" && node !== null) {
      const { text, children, notes, comments, ...others } = node as Record<string, unknown>;
      if (typeof text === "string" && !Array.isArray(children)) texts.push(text);
      stack.push(children, notes, comments, others["headers"], others["footers"]);
    }
  }
  return texts.join(" ");
}

describe.skipIf(!isThere)("real Office files", () => {
  it.each(["docx", "pptx", "xlsx"])(
    "the word recall of every %s reaches the minimum and the library's",
    async (fileType) => {
      const rows: { file: string; words: number; recall: number; library: number }[] = [];
      for (const { name, path, bytes } of filesOf(fileType)) {
        const { blocks } = await readOffice(fileType, bytes, {}, { headersAndFooters: true });
        const reference = referenceWords(fileType, bytes);
        if (reference.length < MIN_WORDS) continue;
        const own = recall(
          reference,
          blocks.map(({ text }) => text),
        );
        const library = recall(reference, [await libraryText(fileType, path)]);
        rows.push({ file: name, words: reference.length, recall: own, library });
      }
      console.table(rows);
      expect(rows.length).toBeGreaterThan(0);
      expect(Math.min(...rows.map((row) => row.recall))).toBeGreaterThanOrEqual(MIN_FILE_RECALL);
      expect(rows.filter((row) => row.recall + TOLERANCE < row.library)).toEqual([]);
    },
  );

  it("every row of every table of every docx is extracted", async () => {
    const tables: { file: string; rows: number; same: number }[] = [];
    for (const { name, bytes } of filesOf("docx")) {
      const { blocks } = await readOffice("docx", bytes);
      const found = new Set(
        blocks.filter(({ tableId }) => tableId !== undefined).map(({ text }) => cellsOf(text.split("|"))),
      );
      const rows = referenceRows(bytes);
      const same = rows.filter((cells) => found.has(cellsOf(cells))).length;
      if (rows.length > 0) tables.push({ file: name, rows: rows.length, same });
    }
    console.table(tables);
    expect(tables.length).toBeGreaterThan(0);
    expect(tables.filter(({ rows, same }) => rows !== same)).toEqual([]);
  });

  it("the text of every slide is extracted under its slide number", async () => {
    const slides: { file: string; slide: number; words: number; recall: number }[] = [];
    for (const { name, bytes } of filesOf("pptx")) {
      const { blocks, info } = await readOffice("pptx", bytes, {}, { headersAndFooters: true });
      const references = referenceSlides(bytes);
      expect(info.pageCount).toBe(references.length);
      for (const [index, reference] of references.entries()) {
        const texts = blocks.filter(({ page }) => page === index + 1).map(({ text }) => text);
        if (reference.length === 0) continue;
        slides.push({ file: name, slide: index + 1, words: reference.length, recall: recall(reference, texts) });
      }
    }
    console.table(slides);
    expect(slides.length).toBeGreaterThan(0);
    expect(slides.filter((slide) => slide.recall < 1)).toEqual([]);
  });
});

/** Joins the filled cells of a row as words, whatever blanks separate them. */
const cellsOf = (cells: readonly string[]): string =>
  cells
    .map((cell) => wordsOf(cell).join(" "))
    .filter((cell) => cell !== "")
    .join(" | ");
