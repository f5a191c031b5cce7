import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EvaluatedService, type Hit, type Mode, MODES, type RunOptions, withCollection } from "./collection.ts";
import { readLines } from "./judged-set.ts";

export const PDF_FOLDER = "pdfs";

/** Share of the questions for which an answering page is among the best five passages. */
export interface PageScores {
  readonly overAll: number;
  readonly withinDocument: number;
}

interface PageQuestion {
  readonly question: string;
  /** Name of the PDF that answers the question, without its extension. */
  readonly doc_name: string;
  /** Zero-based pages, each of which answers the question. */
  readonly evidence_pages: readonly number[];
}

const TOP_K = 5;

/**
 * Uploads the PDFs of `pdfs` to one collection and runs every question of `questions.jsonl`, over all of them and
 * restricted to the right one.
 */
export const runPages = async (
  service: EvaluatedService,
  folder: string,
  { every, collection: settings, query }: RunOptions,
): Promise<ReadonlyMap<Mode, PageScores>> => {
  const names = (await readdir(join(folder, PDF_FOLDER))).filter((name) => name.endsWith(".pdf"));
  const files = await Promise.all(
    names.map(async (name) => ({ name, bytes: new Uint8Array(await readFile(join(folder, PDF_FOLDER, name))) })),
  );
  const all = await readLines<PageQuestion>(join(folder, "questions.jsonl"));
  const questions = all.filter((_, index) => index % every === 0);
  return await withCollection(service, { name: "pages", settings, files }, async (collection) => {
    const scores = new Map<Mode, PageScores>();
    for (const mode of MODES) {
      const found = { overAll: 0, withinDocument: 0 };
      for (const requested of questions) {
        const filters = { filename: `${requested.doc_name}.pdf` };
        const overAll = await collection.query(requested.question, mode, TOP_K, query);
        const within = await collection.query(requested.question, mode, TOP_K, { ...query, filters });
        found.overAll += isAnswered(overAll, requested) ? 1 : 0;
        found.withinDocument += isAnswered(within, requested) ? 1 : 0;
      }
      const count = questions.length;
      scores.set(mode, { overAll: found.overAll / count, withinDocument: found.withinDocument / count });
    }
    return scores;
  });
};

const isAnswered = (hits: readonly Hit[], { doc_name, evidence_pages }: PageQuestion): boolean =>
  hits.some(
    ({ metadata: { filename, page } }) =>
      filename === `${doc_name}.pdf` && page !== null && evidence_pages.includes(page - 1),
  );
