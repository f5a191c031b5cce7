import type { FileResult } from "./measure-corpus.ts";
import type { Score, Share } from "./score.ts";

/** What is told of one format. */
export interface FormatSummary {
  readonly format: string;
  readonly files: number;
  /** Files with a reference of enough words. */
  readonly scored: number;
  readonly meanRecall: number;
  /** Of all words together, so that large files count for more. */
  readonly wordRecall: number;
  readonly leastRecall: number;
  readonly phrases: Share;
  readonly headings: Share;
  readonly rows: Share;
  /** Lines left out because they repeat, and words that stand nowhere because of it. */
  readonly repeatedLines: number;
  readonly lostWords: number;
  readonly ocrPages: number;
  readonly failures: number;
  readonly crashes: number;
}

/** Fewer words say little: one lost is a tenth. */
const LEAST_WORDS = 10;

export const summaries = (results: readonly FileResult[]): readonly FormatSummary[] => {
  const formats = [...new Set(results.map(({ format }) => format))];
  return formats.map((format) => {
    const files = results.filter((result) => result.format === format);
    const scores = files.flatMap(({ score }) => score ?? []);
    const scored = scores.filter(({ words }) => words >= LEAST_WORDS);
    const allWords = scored.reduce((sum, { words }) => sum + words, 0);
    const recalls = scored.map(({ recall }) => recall);
    return {
      format,
      files: files.length,
      scored: scored.length,
      meanRecall: recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length,
      wordRecall: scored.reduce((sum, { words, recall }) => sum + words * recall, 0) / allWords,
      leastRecall: Math.min(...recalls),
      phrases: total(scores, ({ phrases }) => phrases),
      headings: total(scores, ({ headings }) => headings),
      rows: total(scores, ({ rows }) => rows),
      repeatedLines: files.reduce((sum, { repeatedLines }) => sum + repeatedLines, 0),
      lostWords: files.reduce((sum, { lostWords }) => sum + lostWords.length, 0),
      ocrPages: files.reduce((sum, { ocrPages }) => sum + ocrPages, 0),
      failures: files.filter(({ failure }) => failure !== undefined).length,
      crashes: files.filter(({ crash }) => crash !== undefined).length,
    };
  });
};

const total = (scores: readonly Score[], share: (score: Score) => Share): Share => ({
  found: scores.reduce((sum, score) => sum + share(score).found, 0),
  of: scores.reduce((sum, score) => sum + share(score).of, 0),
});

/** A Markdown table, one line per format. */
export const summaryTable = (formats: readonly FormatSummary[]): string => {
  const rows = formats.map((format) => [
    format.format,
    String(format.files),
    String(format.scored),
    format.scored === 0 ? "" : format.meanRecall.toFixed(4),
    format.scored === 0 ? "" : format.wordRecall.toFixed(4),
    format.scored === 0 ? "" : format.leastRecall.toFixed(4),
    shareText(format.phrases),
    shareText(format.headings),
    shareText(format.rows),
    format.repeatedLines === 0 ? "" : `${format.repeatedLines} lines, ${format.lostWords} words`,
    format.ocrPages === 0 ? "" : String(format.ocrPages),
    String(format.failures),
    String(format.crashes),
  ]);
  const header =
    "format,files,scored,mean recall,by words,least,phrases on their page,headings,table rows,repeated and lost,pages by OCR,refused,crashed";
  return [header.split(","), header.split(",").map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
};

const shareText = ({ found, of }: Share): string => (of === 0 ? "" : `${found}/${of}`);
