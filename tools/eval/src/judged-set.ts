import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { evaluate, type Evaluation, type Judgments } from "@quarry/cli/evaluation/measures";
import type { EvaluatedText, Hit, NamedFile } from "./collection.ts";

export interface JudgedDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A collection with queries and graded judgements, in the file format of the BEIR benchmark. */
export interface JudgedSet {
  readonly name: string;
  readonly documents: readonly JudgedDocument[];
  /** Judged queries only. */
  readonly queries: readonly EvaluatedText[];
  readonly judgments: ReadonlyMap<string, Judgments>;
}

export const CORPUS_FILE = "corpus.jsonl";

/** Reads `corpus.jsonl` {_id, title, text}, `queries.jsonl` {_id, text} and `qrels.tsv` (query, document, grade). */
export const readJudgedSet = async (folder: string): Promise<JudgedSet> => {
  const corpus = await readLines<{ _id: string; title?: string; text: string }>(join(folder, CORPUS_FILE));
  const queries = await readTexts(join(folder, "queries.jsonl"));
  const judgments = new Map<string, Map<string, number>>();
  const [, ...rows] = (await readFile(join(folder, "qrels.tsv"), "utf8")).trim().split("\n");
  for (const row of rows) {
    const [query, document, grade] = row.split("\t") as [string, string, string];
    judgments.set(query, (judgments.get(query) ?? new Map<string, number>()).set(document, Number(grade)));
  }
  return {
    name: basename(folder),
    // Cranfield has two empty documents; a file without text can't be found.
    documents: corpus
      .map(({ _id, title = "", text }) => ({ id: _id, title, text }))
      .filter(({ title, text }) => `${title}${text}`.trim() !== ""),
    queries: queries.filter(({ id }) => judgments.has(id)),
    judgments,
  };
};

/** Reads {_id, text}, one per line. */
export const readTexts = async (path: string): Promise<readonly EvaluatedText[]> =>
  (await readLines<{ _id: string; text: string }>(path)).map(({ _id, text }) => ({ id: _id, text }));

export const readLines = async <Line>(path: string): Promise<readonly Line[]> =>
  (await readFile(path, "utf8"))
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Line);

/** Returns a text file for each document, named by its index in the set. Some texts already begin with their title. */
export const filesOf = ({ documents }: JudgedSet): readonly NamedFile[] =>
  documents.map(({ title, text }, index) => ({
    name: `${index}.txt`,
    bytes: title === "" || text.startsWith(title) ? text : `${title}\n\n${text}`,
  }));

/** Returns the document of a hit, by the file name without extension; undefined if the file is not in the set. */
export const documentOf = ({ metadata }: Hit, { documents }: JudgedSet): JudgedDocument | undefined =>
  documents[Number.parseInt(metadata.filename, 10)];

/** Returns the scores of the documents whose passages were found, in the order of their best passages. */
export const evaluateHits = (
  found: ReadonlyMap<string, readonly Hit[]>,
  set: JudgedSet,
  judgments = set.judgments,
): Evaluation => {
  const ids = (hits: readonly Hit[]) => [...new Set(hits.flatMap((hit) => documentOf(hit, set)?.id ?? []))];
  const judged = new Map([...found.keys()].map((query) => [query, judgments.get(query)!]));
  return evaluate(new Map([...found].map(([query, hits]) => [query, ids(hits)])), judged);
};
