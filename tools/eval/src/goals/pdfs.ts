import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { type EvaluatedService, type NamedFile, withCollection } from "../collection.ts";
import { evaluateHits, filesOf, type JudgedDocument, type JudgedSet, readJudgedSet } from "../judged-set.ts";
import { type Goal, printGoal } from "./goal.ts";

/** Maximum loss of nDCG@10 in keyword mode. */
const AT_MOST = 0.003;
const TOP_K = 100;
const MEASURED = ["keyword", "hybrid"] as const;

/**
 * Measures the loss in quality when the same documents are uploaded as PDFs. The font covers Western European letters.
 */
export const measurePdfs: Goal = async (service, folders) => {
  const met: boolean[] = [];
  for (const folder of folders) {
    const set = await readJudgedSet(folder);
    const pdfs: NamedFile[] = [];
    for (const [index, document] of set.documents.entries()) {
      pdfs.push({ name: `${index}.pdf`, bytes: await pdfOf(document) });
    }
    const ofTexts = await scoresOf(service, set, filesOf(set));
    const ofPdfs = await scoresOf(service, set, pdfs);
    for (const [at, mode] of MEASURED.entries()) {
      const loss = ofTexts[at]! - ofPdfs[at]!;
      const goal = mode === "keyword" ? `  (at most ${AT_MOST})` : "";
      const value = `text ${ofTexts[at]!.toFixed(4)}  PDF ${ofPdfs[at]!.toFixed(4)}  loss ${loss.toFixed(4)}${goal}`;
      met.push(printGoal(set.name, mode, value, mode !== "keyword" || loss <= AT_MOST));
    }
  }
  return met.every(Boolean);
};

const scoresOf = (service: EvaluatedService, set: JudgedSet, files: readonly NamedFile[]): Promise<readonly number[]> =>
  withCollection(service, { name: set.name, files }, async (collection) => {
    const scores: number[] = [];
    for (const mode of MEASURED) {
      scores.push(evaluateHits(await collection.ask(set.queries, mode, TOP_K), set).means["nDCG@10"]);
    }
    return scores;
  });

/** Returns a PDF as from a word processor: a larger title, and text in lines over as many pages as necessary. */
const pdfOf = async ({ title, text }: JudgedDocument): Promise<Uint8Array<ArrayBuffer>> => {
  const document = new PDFDocument({ margin: 72, info: { CreationDate: new Date(0) } });
  const bytes = buffer(document);
  if (title !== "") document.font("Helvetica-Bold").fontSize(15).text(title).moveDown();
  // If a text begins with its title, the title is printed once.
  const body = text.startsWith(title) ? text.slice(title.length).trim() : text;
  document.font("Helvetica").fontSize(11).text(body, { lineGap: 2 });
  document.end();
  return new Uint8Array(await bytes);
};
