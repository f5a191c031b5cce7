import { beforeAll, describe, expect, it } from "vitest";
import { buildLibrary } from "../src/library.ts";
import type { Passage } from "./passage.ts";
import { readQuestions } from "./questions.ts";
import { rankPassages } from "./rank-passages.ts";
import { readBuiltFile, readLibrary } from "./read-library.ts";

/** How many words a page of a format without pages is taken to hold. */
const WORDS_PER_PAGE = 450;
const MAX_LIBRARY_BYTES = 2 * 1024 * 1024;

let passages: readonly Passage[] = [];
beforeAll(async () => {
  passages = await readLibrary();
});

describe("the committed library", () => {
  it("is what the sources give, byte for byte", async () => {
    const files = await buildLibrary();
    for (const { name, bytes } of files) {
      expect(Buffer.compare(bytes, readBuiltFile(name)), `${name} is not current: run the build`).toBe(0);
    }
    expect(files.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(MAX_LIBRARY_BYTES);
  });

  it("has at least 60 pages, 35 of them real pages and slides", () => {
    const paged = passages.filter(({ page }) => page !== null);
    const words = passages.filter(({ page }) => page === null).flatMap(({ text }) => text.split(" "));
    const real = paged.filter(({ file }) => file !== "limits-and-settings.xlsx").length;
    const total = paged.length + Math.floor(words.length / WORDS_PER_PAGE);
    console.log(
      `${real} pages and slides, ${paged.length - real} sheets, ${words.length} words elsewhere: ${total} pages`,
    );
    expect(real).toBeGreaterThanOrEqual(35);
    expect(total).toBeGreaterThanOrEqual(60);
  });

  it("gives every page, slide and sheet its number and some text", () => {
    for (const file of ["quarry-handbook.pdf", "product-tour.pptx", "limits-and-settings.xlsx"]) {
      const own = passages.filter((passage) => passage.file === file);
      expect(own.map(({ page }) => page)).toEqual(own.map((_passage, index) => index + 1));
      expect(own.every(({ text }) => text.length > 20)).toBe(true);
    }
  });
});

describe("the demo's questions", () => {
  const questions = readQuestions();

  it("are ten, over all seven files", () => {
    expect(questions).toHaveLength(10);
    expect(new Set(questions.map(({ file }) => file)).size).toBe(7);
  });

  it.each(questions)("$question: the answer stands in one place, on the page that is named", (question) => {
    const holders = passages.filter(({ text }) => text.includes(question.mustContain));
    expect(holders.map(({ file, page }) => ({ file, page }))).toEqual([{ file: question.file, page: question.page }]);
    expect(`${holders[0]?.section ?? ""} ${holders[0]?.text}`).toContain(question.heading ?? "");
  });

  it.each(questions)("$question: its words lead to the answer", (question) => {
    expect(rankPassages(question.question, passages)[0]?.text).toContain(question.mustContain);
  });
});
