import { expect, test } from "vitest";
import { CORPUS, hasCorpus } from "../src/corpus.ts";
import { type FileResult, measureCorpus } from "../src/table/measure-corpus.ts";
import { hasPdftotext } from "../src/table/references.ts";
import { type FormatSummary, summaries, summaryTable } from "../src/table/summary.ts";

/** Reading every file takes seconds on an idle machine; the machine can be busy. */
const DEADLINE_MS = 300_000;

/** Minimum mean recall, and minimum share of phrases, headings and rows. Slightly below the measured values. */
const BOUNDS: Readonly<Record<string, Partial<Record<"recall" | "phrases" | "headings" | "rows", number>>>> = {
  docx: { recall: 0.99, headings: 1, rows: 0.99 },
  pptx: { recall: 0.99, phrases: 1, headings: 0.95 },
  xlsx: { recall: 0.99, phrases: 1 },
  pdf: { recall: 0.96, phrases: 0.99 },
  html: { recall: 0.99, headings: 1, rows: 0.97 },
  md: { recall: 0.98, headings: 1, rows: 1 },
  txt: { recall: 0.999 },
  csv: { recall: 0.999, rows: 1 },
  tsv: { recall: 0.999, rows: 1 },
  json: { recall: 0.98 },
  xml: { recall: 0.99 },
};

if (!hasCorpus()) console.info("SKIPPED: recall over real files (../shared/corpus does not lie beside the repository)");
else if (!hasPdftotext()) console.info("SKIPPED: recall of real PDFs (pdftotext is not installed)");

test.skipIf(!hasCorpus())(
  "text of real files matches independent readings within the bounds",
  { timeout: DEADLINE_MS },
  async () => {
    const results: FileResult[] = [];
    for await (const result of measureCorpus(CORPUS)) results.push(result);
    const table = summaries(results);
    console.log(summaryTable(table));
    expect(results.filter(({ crash }) => crash !== undefined)).toEqual([]);
    for (const summary of table) expectBounds(summary);
  },
);

const expectBounds = (summary: FormatSummary): void => {
  const { recall, phrases = 0, headings = 0, rows = 0 } = BOUNDS[summary.format] ?? {};
  if (recall !== undefined && summary.scored > 0) {
    expect(summary.meanRecall, `recall of ${summary.format}`).toBeGreaterThanOrEqual(recall);
  }
  for (const [name, least] of Object.entries({ phrases, headings, rows })) {
    const { found, of } = summary[name as "phrases" | "headings" | "rows"];
    expect(found, `${name} of ${summary.format}, of ${of}`).toBeGreaterThanOrEqual(of * least);
  }
};
