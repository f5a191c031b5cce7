import type { FileResult } from "./measure-corpus.ts";
import type { Score, Share } from "./score.ts";

/** What is told of one format. */
export interface FormatSummary {
  readonly format: string;
  readonly files: number;
  /** Files with a reference of enough words. */
  readonly scored: number;
  readonly meanRecall: number;
  readonly leastRecall: number;
  readonly phrases: Share;
  readonly headings: Share;
  readonly rows: Share;
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
    const recalls = scored.map(({ recall }) => recall);
    return {
      format,
      files: files.length,
      scored: scored.length,
      meanRecall: recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length,
      leastRecall: Math.min(...recalls),
      phrases: total(scores, ({ phrases }) => phrases),
      headings: total(scores, ({ headings }) => headings),
      rows: total(scores, ({ rows }) => rows),
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
    format.scored === 0 ? "" : format.leastRecall.toFixed(4),
    shareText(format.phrases),
    shareText(format.headings),
    shareText(format.rows),
    format.ocrPages === 0 ? "" : String(format.ocrPages),
    String(format.failures),
    String(format.crashes),
  ]);
  const header =
    "format,files,scored,mean recall,least,phrases on their page,headings,table rows,pages by OCR,refused,crashed";
  return [header.split(","), header.split(",").map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
};

const shareText = ({ found, of }: Share): string => (of === 0 ? "" : `${found}/${of}`);
