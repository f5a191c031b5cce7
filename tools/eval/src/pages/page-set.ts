import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

export interface PageQuestion {
  readonly text: string;
  /** Name of the PDF that answers it, without its extension. */
  readonly document: string;
  /** One-based pages, each of which answers it. */
  readonly pages: ReadonlySet<number>;
}

/** PDFs with questions whose answers stand on certain pages. */
export interface PageSet {
  /** Paths, by name without the extension. */
  readonly files: ReadonlyMap<string, string>;
  readonly questions: readonly PageQuestion[];
}

export const PDF_FOLDER = "pdfs";

/** Reads `questions.jsonl` {question, doc_name, evidence_pages (zero-based)}, and lists `pdfs`. */
export const readPageSet = async (folder: string): Promise<PageSet> => {
  const names = (await readdir(join(folder, PDF_FOLDER))).filter((name) => name.endsWith(".pdf"));
  const files = new Map(names.map((name) => [name.slice(0, -4), join(folder, PDF_FOLDER, name)]));
  const lines = (await readFile(join(folder, "questions.jsonl"), "utf8")).split("\n").filter((line) => line !== "");
  const questions = lines.map((line) => {
    const { question, doc_name, evidence_pages } = JSON.parse(line) as {
      question: string;
      doc_name: string;
      evidence_pages: readonly number[];
    };
    return { text: question, document: doc_name, pages: new Set(evidence_pages.map((page) => page + 1)) };
  });
  return { files, questions };
};
