import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import PDFDocument from "pdfkit";
import { makePassage } from "./prose.ts";
import { randomFrom } from "./random.ts";
import type { Vocabulary } from "./vocabulary.ts";

const SEED = 17;
const PARAGRAPHS_PER_PAGE = 5;
const WORDS_PER_PARAGRAPH = 90;

/** A PDF of pages full of text, each with a heading, a running header and its number. */
export const writePdf = async (path: string, pages: number, vocabulary: Vocabulary): Promise<void> => {
  const random = randomFrom(SEED);
  const document = new PDFDocument({ autoFirstPage: false, margin: 60, info: { CreationDate: new Date(0) } });
  const written = pipeline(document, createWriteStream(path));
  for (let page = 1; page <= pages; page += 1) {
    document.addPage();
    // Below the margin a text would begin a new page.
    document.page.margins.bottom = 0;
    document.font("Helvetica").fontSize(8).text("The handbook of the bench", 60, 30, { lineBreak: false });
    document.text(String(page), 300, 810, { lineBreak: false });
    document.fontSize(16).text(makePassage(vocabulary, 4, random).slice(0, -1), 60, 60);
    document.fontSize(10);
    for (let index = 0; index < PARAGRAPHS_PER_PAGE; index += 1) {
      document.moveDown(0.6).text(makePassage(vocabulary, WORDS_PER_PARAGRAPH, random));
    }
  }
  document.end();
  await written;
};
