import { readFile } from "node:fs/promises";
import { type Hit, type Mode, MODES } from "../api.ts";
import type { EvaluatedService } from "../service.ts";
import { withCollection } from "../with-collection.ts";
import type { PageQuestion, PageSet } from "./page-set.ts";

/** Share of the questions of which a page that answers them is among the best five passages. */
export interface PageScores {
  readonly overAll: number;
  readonly withinDocument: number;
}

export interface PageOptions {
  readonly every: number;
  readonly collection: object;
  readonly query: object;
}

const TOP_K = 5;

/** Puts the PDFs into one collection and asks every question, over all of them and in the right one alone. */
export const runPages = async (
  service: EvaluatedService,
  set: PageSet,
  { every, collection: settings, query }: PageOptions,
): Promise<ReadonlyMap<Mode, PageScores>> => {
  const files = await Promise.all(
    [...set.files].map(async ([name, path]) => ({ name: `${name}.pdf`, bytes: new Uint8Array(await readFile(path)) })),
  );
  const questions = set.questions.filter((_, place) => place % every === 0);
  return await withCollection(service, { name: "pages", settings, files }, async (api, collection) => {
    const scores = new Map<Mode, PageScores>();
    for (const mode of MODES) {
      const found = { overAll: 0, withinDocument: 0 };
      for (const question of questions) {
        const filename = `${question.document}.pdf`;
        const overAll = await api.query(collection, question.text, mode, TOP_K, query);
        const within = await api.query(collection, question.text, mode, TOP_K, { ...query, filters: { filename } });
        found.overAll += isAnswered(overAll, question) ? 1 : 0;
        found.withinDocument += isAnswered(within, question) ? 1 : 0;
      }
      const share = (count: number) => count / questions.length;
      scores.set(mode, { overAll: share(found.overAll), withinDocument: share(found.withinDocument) });
    }
    return scores;
  });
};

const isAnswered = (hits: readonly Hit[], { document, pages }: PageQuestion): boolean =>
  hits.some(({ metadata: { filename, page } }) => filename === `${document}.pdf` && page !== null && pages.has(page));
