import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Judgments } from "@quarry/evaluation";

export interface JudgedDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface JudgedQuery {
  readonly id: string;
  readonly text: string;
}

/** A collection with queries and graded answers, in the files of the BEIR benchmark. */
export interface JudgedSet {
  readonly name: string;
  readonly documents: readonly JudgedDocument[];
  /** Only those that were judged. */
  readonly queries: readonly JudgedQuery[];
  readonly judgments: ReadonlyMap<string, Judgments>;
}

export const CORPUS_FILE = "corpus.jsonl";

/** Reads `corpus.jsonl` {_id, title, text}, `queries.jsonl` {_id, text} and `qrels.tsv` (query, document, grade). */
export const readJudgedSet = async (folder: string): Promise<JudgedSet> => {
  const corpus = await readLines<{ _id: string; title?: string; text: string }>(join(folder, CORPUS_FILE));
  const queries = await readLines<{ _id: string; text: string }>(join(folder, "queries.jsonl"));
  const judgments = new Map<string, Map<string, number>>();
  const [, ...rows] = (await readFile(join(folder, "qrels.tsv"), "utf8")).trim().split("\n");
  for (const row of rows) {
    const [query, document, grade] = row.split("\t") as [string, string, string];
    judgments.set(query, (judgments.get(query) ?? new Map<string, number>()).set(document, Number(grade)));
  }
  return {
    name: basename(folder),
    // Cranfield has two without a word; a file without text can't be found.
    documents: corpus
      .map(({ _id, title = "", text }) => ({ id: _id, title, text }))
      .filter(({ title, text }) => `${title}${text}`.trim() !== ""),
    queries: queries.filter(({ _id }) => judgments.has(_id)).map(({ _id, text }) => ({ id: _id, text })),
    judgments,
  };
};

const readLines = async <Line>(path: string): Promise<readonly Line[]> =>
  (await readFile(path, "utf8"))
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Line);
