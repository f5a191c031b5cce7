import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A collection in BEIR format: `corpus.jsonl`, `queries.jsonl` and `qrels.tsv` in one folder. */
export interface JudgedCollection {
  readonly name: string;
  readonly documentIds: readonly string[];
  /**
   * Texts as embedded by the platform: the title, an empty line, the text. The title appears once if the text starts
   * with it.
   */
  readonly texts: readonly string[];
  readonly queryIds: readonly string[];
  readonly queries: readonly string[];
  /** Gain by document id, by query id. */
  readonly judgments: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export function readJudgedCollection(folder: string, name: string): JudgedCollection {
  const lines = (file: string) =>
    readFileSync(join(folder, name, file), "utf8")
      .trim()
      .split("\n");
  const documents = lines("corpus.jsonl")
    .map((line) => readEntry(line))
    // The platform rejects documents without text.
    .filter(({ title, text }) => `${title}${text}`.trim() !== "");
  const judgments = readJudgments(lines("qrels.tsv").slice(1));
  const queries = lines("queries.jsonl")
    .map((line) => readEntry(line))
    .filter((query) => judgments.has(query.id));
  return {
    name,
    documentIds: documents.map((document) => document.id),
    texts: documents.map(({ title, text }) => (text.startsWith(title.trim()) ? text : `${title.trim()}\n\n${text}`)),
    queryIds: queries.map((query) => query.id),
    queries: queries.map((query) => query.text),
    judgments,
  };
}

function readEntry(line: string): Record<"id" | "title" | "text", string> {
  const { _id: id, title = "", text } = JSON.parse(line) as { _id: string; title?: string; text: string };
  return { id, title, text };
}

function readJudgments(lines: readonly string[]): Map<string, Map<string, number>> {
  const judgments = new Map<string, Map<string, number>>();
  for (const line of lines) {
    const [query, document, gain] = line.split("\t") as [string, string, string];
    judgments.set(query, (judgments.get(query) ?? new Map<string, number>()).set(document, Number(gain)));
  }
  return judgments;
}

/** Scores of every document for every query, as one array per query. */
export type Scores = readonly Float64Array[];

const DEPTH = 10;

/**
 * Returns mean nDCG@10 as in trec_eval: linear gain, log2 discount. A score of 0 is not a hit; equal scores are ordered
 * by position.
 */
export function meanNdcg(collection: JudgedCollection, scores: Scores): number {
  const values = collection.queryIds.map((id, query) =>
    ndcg(collection, collection.judgments.get(id)!, scores[query]!),
  );
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function ndcg(collection: JudgedCollection, gains: ReadonlyMap<string, number>, scores: Float64Array): number {
  const ranked = [...scores.keys()]
    .filter((document) => scores[document]! > 0)
    .sort((left, right) => scores[right]! - scores[left]! || left - right);
  const found = ranked.slice(0, DEPTH).map((document) => gains.get(collection.documentIds[document]!) ?? 0);
  const ideal = [...gains.values()].sort((left, right) => right - left).slice(0, DEPTH);
  return discounted(ideal) === 0 ? 0 : discounted(found) / discounted(ideal);
}

const discounted = (gains: readonly number[]) => gains.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
