import { readFile } from "node:fs/promises";
import type { Quarry } from "@quarry/services/kit";
import { COLLECTION } from "./ingest-library.ts";
import { style } from "./style.ts";

interface Question {
  readonly question: string;
  readonly file: string;
  /** 1-based page, slide or sheet, or null if the format has none. */
  readonly page: number | null;
  /** Headings above most of the passage that answers. */
  readonly section: readonly string[];
  /** Text that the answering passage contains; white space is compared loosely. */
  readonly mustContain: string;
}

interface Result {
  readonly text: string;
  readonly score: number;
  readonly metadata: { readonly filename: string; readonly page: number | null; readonly section: readonly string[] };
}

export interface Asked {
  readonly questions: number;
  readonly asked: number;
  readonly found: number;
  readonly firstHits: number;
  readonly failures: readonly string[];
}

const MODES = ["semantic", "keyword", "hybrid"] as const;

/** Number of results that a person reads. */
const TOP_K = 3;

/**
 * Runs every question in every mode, prints the best passage with its citation, and checks file, page, section and
 * text.
 */
export const askQuestions = async (service: Quarry): Promise<Asked> => {
  const questions = JSON.parse(await readFile(new URL("../questions.json", import.meta.url), "utf8")) as Question[];
  console.log(style.bold(`\nAsking ${questions.length} questions in each mode`));
  const failures: string[] = [];
  let found = 0;
  let firstHits = 0;
  for (const [index, question] of questions.entries()) {
    console.log(`\n${index + 1}. ${style.bold(question.question)}`);
    for (const mode of MODES) {
      const { results } = await service.call<{ readonly results: readonly Result[] }>(
        "POST",
        `/v1/collections/${COLLECTION}/query`,
        { query: question.question, search_mode: mode, top_k: TOP_K },
      );
      const rank = results.findIndex((result) => answers(question, result)) + 1;
      if (rank === 0) failures.push(`${mode}: "${question.question}" should find ${place(question)}`);
      else if (!isCited(question, results[rank - 1]!)) {
        failures.push(
          `${mode}: "${question.question}" should be cited as ${place(question)}, not ${citation(results[rank - 1]!)}`,
        );
      } else found += 1;
      if (rank === 1) firstHits += 1;
      print(mode, rank, results[Math.max(rank - 1, 0)], question);
    }
  }
  return { questions: questions.length, asked: questions.length * MODES.length, found, firstHits, failures };
};

const answers = (question: Question, { text, metadata }: Result): boolean =>
  metadata.filename === question.file &&
  (question.page === null || metadata.page === question.page) &&
  squeeze(text).includes(squeeze(question.mustContain));

const isCited = ({ section }: Question, { metadata }: Result): boolean => path(metadata.section) === path(section);

const path = (section: readonly string[]): string => section.join(" › ");

const place = ({ file, page, section }: Pick<Question, "file" | "page" | "section">): string =>
  [file, page === null ? "" : `page ${page}`, path(section)].filter((part) => part !== "").join(", ");

const citation = ({ metadata: { filename, page, section } }: Result): string =>
  place({ file: filename, page, section });

const squeeze = (text: string): string => text.replaceAll(/\s+/g, " ").trim().toLowerCase();

const print = (mode: string, rank: number, result: Result | undefined, question: Question): void => {
  if (result === undefined) return console.log(`   ${mode.padEnd(8)} ${style.red("no result")}`);
  const mark = rank > 0 ? style.green(`#${rank}`) : style.red("✗ ");
  console.log(`   ${mode.padEnd(8)} ${mark} ${result.score.toFixed(3)}  ${style.cyan(citation(result))}`);
  console.log(style.dim(`            ${excerpt(result.text, question.mustContain)}`));
};

/** Characters shown around the answer. */
const EXCERPT = 160;

const excerpt = (text: string, phrase: string): string => {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  const at = Math.max(0, squeeze(flat).indexOf(squeeze(phrase)));
  const start = Math.max(0, at - (EXCERPT - phrase.length) / 2);
  const cut = flat.slice(start, start + EXCERPT);
  return `${start > 0 ? "…" : ""}${cut}${start + EXCERPT < flat.length ? "…" : ""}`;
};
