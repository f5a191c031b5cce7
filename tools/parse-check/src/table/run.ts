import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { CORPUS } from "../corpus.ts";
import { type FileResult, measureCorpus } from "./measure-corpus.ts";
import { hasPdftotext } from "./references.ts";
import { summaries, summaryTable } from "./summary.ts";

/**
 * Runs `npm run formats:table [-- --files] [-- --only pdf,docx] [-- --folder <path>]`: parses files and prints the
 * quality.
 */
export const runTable = async (words: readonly string[]): Promise<boolean> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      files: { type: "boolean", default: false },
      only: { type: "string" },
      folder: { type: "string", default: CORPUS },
    },
  });
  if (!existsSync(values.folder)) {
    console.log(`SKIPPED: no real files at ${values.folder}`);
    return true;
  }
  if (!hasPdftotext()) console.log("SKIPPED: recall of PDFs, because pdftotext is not installed");
  const results: FileResult[] = [];
  for await (const result of measureCorpus(values.folder, values.only?.split(","))) {
    results.push(result);
    if (values.files) console.log(fileLine(result));
  }
  console.log(summaryTable(summaries(results)));
  return true;
};

const fileLine = ({ format, name, characters, score, failure, crash, ...result }: FileResult): string => {
  const { ocrPages, repeatedLines, lostWords } = result;
  const lost = lostWords.length > 0 ? `, lost with them: ${lostWords.join(" ")}` : "";
  const repeated = repeatedLines > 0 ? `, ${repeatedLines} repeated lines${lost}` : "";
  const more = `${repeated}${ocrPages > 0 ? `, ${ocrPages} pages by OCR` : ""}`;
  if (crash !== undefined) return `${format}/${name}: CRASHED ${crash}`;
  if (failure !== undefined) return `${format}/${name}: refused: ${failure}`;
  if (score === undefined) return `${format}/${name}: ${characters} characters${more}`;
  const { words, recall, ...shares } = score;
  const found = Object.entries(shares).map(([what, share]) => `${what} ${share.found}/${share.of}`);
  return `${format}/${name}: ${words} words, recall ${recall.toFixed(4)}, ${found.join(", ")}${more}`;
};
