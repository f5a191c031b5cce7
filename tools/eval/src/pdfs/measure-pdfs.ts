import type { Api, Mode } from "../api.ts";
import { askAll } from "../documents/ask-all.ts";
import { filesOf, nameOf } from "../documents/document-files.ts";
import { type JudgedDocument, type JudgedSet, readJudgedSet } from "../documents/judged-set.ts";
import { evaluateHits } from "../documents/run-set.ts";
import { type Goal, printGoal } from "../goal.ts";
import { withCollection } from "../with-collection.ts";
import { pdfOf } from "./pdf-of.ts";

const AT_MOST: Readonly<Partial<Record<Mode, number>>> = { keyword: 0.003 };
const TOP_K = 100;

/** What is lost when the same documents come as PDFs. Texts are set in a font of Western Europe's letters. */
export const measurePdfs: Goal = async (service, folders) => {
  const met: boolean[] = [];
  for (const folder of folders) {
    const set = await readJudgedSet(folder);
    const files = filesOf(set);
    const pdfs = [];
    for (const [place, document] of set.documents.entries()) {
      pdfs.push({ name: `${place}.pdf`, bytes: await pdfOf(printed(document)) });
    }
    const scores = [];
    for (const plan of [
      { name: `${nameOf(set)}_text`, settings: {}, files },
      { name: `${nameOf(set)}_pdf`, settings: {}, files: pdfs },
    ]) {
      scores.push(await withCollection(service, plan, (api, collection) => scoresOf(api, collection, set)));
    }
    const [ofTexts, ofPdfs] = scores as [ReadonlyMap<Mode, number>, ReadonlyMap<Mode, number>];
    for (const [mode, text] of ofTexts) {
      const pdf = ofPdfs.get(mode)!;
      const atMost = AT_MOST[mode];
      const goal = atMost === undefined ? "" : `  (at most ${atMost})`;
      const value = `text ${text.toFixed(4)}  PDF ${pdf.toFixed(4)}  loss ${(text - pdf).toFixed(4)}${goal}`;
      met.push(printGoal(set.name, mode, value, atMost === undefined || text - pdf <= atMost));
    }
  }
  return met.every(Boolean);
};

const scoresOf = async (api: Api, collection: string, set: JudgedSet): Promise<ReadonlyMap<Mode, number>> => {
  const scores = new Map<Mode, number>();
  for (const mode of ["keyword", "hybrid"] as const) {
    const found = await askAll(api, collection, set.queries, { mode, topK: TOP_K });
    scores.set(mode, evaluateHits(found, set.judgments, set).means["nDCG@10"]);
  }
  return scores;
};

/** Texts that begin with their title print it once. */
const printed = ({ title, text }: JudgedDocument) => ({
  title,
  text: text.startsWith(title) ? text.slice(title.length).trim() : text,
});
