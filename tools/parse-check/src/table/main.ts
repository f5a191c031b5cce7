// npm run formats:table [-- --files] [-- --only pdf,docx]   reads ../shared/corpus and prints how well
import { parseArgs } from "node:util";
import { CORPUS, hasCorpus } from "./corpus.ts";
import { type FileResult, measureCorpus } from "./measure-corpus.ts";
import { hasPdftotext } from "./pdf-reference.ts";
import { summaries, summaryTable } from "./summary.ts";

const { values } = parseArgs({ options: { files: { type: "boolean", default: false }, only: { type: "string" } } });

if (!hasCorpus()) {
  console.log(`SKIPPED: no corpus of real files at ${CORPUS}`);
} else {
  if (!hasPdftotext()) console.log("SKIPPED: recall of PDFs, because pdftotext is not installed");
  const formats = values.only === undefined ? undefined : new Set(values.only.split(","));
  const results: FileResult[] = [];
  for await (const result of measureCorpus(formats)) {
    results.push(result);
    if (values.files) console.log(fileLine(result));
  }
  console.log(summaryTable(summaries(results)));
}

function fileLine({ format, name, characters, ocrPages, score, failure, crash }: FileResult): string {
  const ocr = ocrPages > 0 ? `, ${ocrPages} pages by OCR` : "";
  if (crash !== undefined) return `${format}/${name}: CRASHED ${crash}`;
  if (failure !== undefined) return `${format}/${name}: refused: ${failure}`;
  if (score === undefined) return `${format}/${name}: ${characters} characters${ocr}`;
  const { words, recall, phrases, headings, rows } = score;
  return `${format}/${name}: ${words} words, recall ${recall.toFixed(4)}, phrases ${phrases.found}/${phrases.of}, headings ${headings.found}/${headings.of}, rows ${rows.found}/${rows.of}${ocr}`;
}
