import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";

/** A part of a document, in characters. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface SpanQuestion {
  readonly text: string;
  /** Name of the document that answers it, without its extension. */
  readonly document: string;
  /** Where the answer stands. */
  readonly answers: readonly Span[];
}

/** Documents with questions whose answers are parts of them. */
export interface SpanSet {
  /** Text of each document, by its name without the extension. */
  readonly documents: ReadonlyMap<string, string>;
  readonly questions: readonly SpanQuestion[];
}

export const QUESTIONS_FILE = "questions_df.csv";

interface Row {
  readonly question: string;
  readonly references: string;
  readonly corpus_id: string;
}

/** Reads the `.md` files of a folder and `questions_df.csv` (question, references as JSON, corpus_id). */
export const readSpanSet = async (folder: string): Promise<SpanSet> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md"));
  const documents = new Map<string, string>();
  for (const name of names) documents.set(name.slice(0, -3), await readFile(join(folder, name), "utf8"));
  const rows = parse(await readFile(join(folder, QUESTIONS_FILE), "utf8"), { columns: true }) as unknown as Row[];
  const questions = rows.map(({ question, references, corpus_id }) => ({
    text: question,
    document: corpus_id,
    answers: (JSON.parse(references) as { start_index: number; end_index: number }[]).map(
      ({ start_index: start, end_index: end }) => ({ start, end }),
    ),
  }));
  return { documents, questions };
};
