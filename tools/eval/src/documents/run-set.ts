import { type Evaluation, evaluate } from "@quarry/evaluation";
import { type Hit, type Mode, MODES } from "../api.ts";
import type { JudgedDocument, JudgedSet } from "./judged-set.ts";
import type { EvaluatedService } from "../service.ts";
import { withCollection } from "../with-collection.ts";
import { withTypos } from "./typos.ts";

export interface RunOptions {
  /** Asks every n-th query only. */
  readonly every: number;
  /** Misspells the queries, repeatably by this seed. */
  readonly typos: number | undefined;
  /** Settings of the collection beyond its name. */
  readonly collection: object;
  /** Fields of every query beyond text, mode and top_k. */
  readonly query: object;
}

const TOP_K = 100;
const QUERIES_AT_ONCE = 2;

/** Puts the documents into a collection as files, asks every query in every mode, and scores the documents found. */
export const runSet = async (
  service: EvaluatedService,
  set: JudgedSet,
  options: RunOptions,
): Promise<ReadonlyMap<Mode, Evaluation>> => {
  const name = set.name.replaceAll(/[^a-z0-9]+/gi, "_").toLowerCase();
  const files = set.documents.map((document, place) => ({ name: `${place}.txt`, bytes: textOf(document) }));
  const queries = set.queries.filter((_, place) => place % options.every === 0);
  const judged = new Map(queries.map(({ id }) => [id, set.judgments.get(id)!]));
  return await withCollection(service, { name, settings: options.collection, files }, async (api, collection) => {
    const evaluations = new Map<Mode, Evaluation>();
    for (const mode of MODES) {
      const rankings = new Map<string, readonly string[]>();
      const ask = async ({ id, text }: (typeof queries)[number]) => {
        const asked = options.typos === undefined ? text : withTypos(text, options.typos + Number.parseInt(id, 36));
        const hits = await api.query(collection, asked, mode, TOP_K, options.query);
        rankings.set(id, documentsOf(hits, set));
      };
      for (let start = 0; start < queries.length; start += QUERIES_AT_ONCE) {
        await Promise.all(queries.slice(start, start + QUERIES_AT_ONCE).map(ask));
      }
      evaluations.set(mode, evaluate(rankings, judged));
    }
    return evaluations;
  });
};

/** Some texts begin with their title already. */
const textOf = ({ title, text }: JudgedDocument): string =>
  title === "" || text.startsWith(title) ? text : `${title}\n\n${text}`;

/** Documents in the order of their best passages. */
const documentsOf = (hits: readonly Hit[], set: JudgedSet): readonly string[] => [
  ...new Set(hits.map(({ metadata }) => set.documents[Number.parseInt(metadata.filename, 10)]!.id)),
];
