import type { FileResult } from "./measure-corpus.ts";
import type { Score, Share } from "./score.ts";

/** Summary of one format. */
export interface FormatSummary {
  readonly format: string;
  readonly files: number;
  /** Number of files whose reference has enough words. */
  readonly scored: number;
  readonly meanRecall: number;
  /** Recall over all words together, so that large files have a higher weight. */
  readonly wordRecall: number;
  readonly leastRecall: number;
  readonly phrases: Share;
  readonly headings: Share;
  readonly rows: Share;
  /** Number of repeated lines that were omitted, and of words that are missing because of it. */
  readonly repeatedLines: number;
  readonly lostWords: number;
  readonly ocrPages: number;
  readonly failures: number;
  readonly crashes: number;
}

/** Fewer words are not significant: one lost word is a tenth. */
const LEAST_WORDS = 10;

export const summaries = (results: readonly FileResult[]): readonly FormatSummary[] =>
  Object.entries(Object.groupBy(results, ({ format }) => format)).map(([format, files = []]) => {
    const scores = files.flatMap(({ score }) => score ?? []);
    const scored = scores.filter(({ words }) => words >= LEAST_WORDS);
    const share = (name: "phrases" | "headings" | "rows"): Share => ({
      found: total(scores, (score) => score[name].found),
      of: total(scores, (score) => score[name].of),
    });
    return {
      format,
      files: files.length,
      scored: scored.length,
      meanRecall: total(scored, ({ recall }) => recall) / scored.length,
      wordRecall: total(scored, ({ words, recall }) => words * recall) / total(scored, ({ words }) => words),
      leastRecall: Math.min(...scored.map(({ recall }) => recall)),
      phrases: share("phrases"),
      headings: share("headings"),
      rows: share("rows"),
      repeatedLines: total(files, ({ repeatedLines }) => repeatedLines),
      lostWords: total(files, ({ lostWords }) => lostWords.length),
      ocrPages: total(files, ({ ocrPages }) => ocrPages),
      failures: files.filter(({ failure }) => failure !== undefined).length,
      crashes: files.filter(({ crash }) => crash !== undefined).length,
    };
  });

const total = <Item extends FileResult | Score>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);

const COLUMNS: Readonly<Record<string, (summary: FormatSummary) => string | number>> = {
  format: ({ format }) => format,
  files: ({ files }) => files,
  scored: ({ scored }) => scored,
  "mean recall": ({ scored, meanRecall }) => (scored === 0 ? "" : meanRecall.toFixed(4)),
  "by words": ({ scored, wordRecall }) => (scored === 0 ? "" : wordRecall.toFixed(4)),
  least: ({ scored, leastRecall }) => (scored === 0 ? "" : leastRecall.toFixed(4)),
  "phrases on their page": ({ phrases }) => shareText(phrases),
  headings: ({ headings }) => shareText(headings),
  "table rows": ({ rows }) => shareText(rows),
  "repeated and lost": ({ repeatedLines, lostWords }) =>
    repeatedLines === 0 ? "" : `${repeatedLines} lines, ${lostWords} words`,
  "pages by OCR": ({ ocrPages }) => ocrPages || "",
  refused: ({ failures }) => failures,
  crashed: ({ crashes }) => crashes,
};

/** Returns a Markdown table, one line per format. */
export const summaryTable = (formats: readonly FormatSummary[]): string =>
  [
    Object.keys(COLUMNS),
    Object.keys(COLUMNS).map(() => "---"),
    ...formats.map((format) => Object.values(COLUMNS).map((cell) => cell(format))),
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");

const shareText = ({ found, of }: Share): string => (of === 0 ? "" : `${found}/${of}`);
