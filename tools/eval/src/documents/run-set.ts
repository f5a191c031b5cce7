import { createHash } from "node:crypto";
import { type Evaluation, evaluate, type Judgments } from "@quarry/evaluation";
import { type Hit, type Mode, MODES } from "../api.ts";
import type { EvaluatedService } from "../service.ts";
import { withCollection } from "../with-collection.ts";
import { askAll } from "./ask-all.ts";
import { documentsOf, filesOf, nameOf } from "./document-files.ts";
import type { JudgedSet } from "./judged-set.ts";
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

/** Puts the documents into a collection as files, asks every query in every mode, and scores the documents found. */
export const runSet = async (
  service: EvaluatedService,
  set: JudgedSet,
  options: RunOptions,
): Promise<ReadonlyMap<Mode, Evaluation>> => {
  const queries = set.queries
    .filter((_, place) => place % options.every === 0)
    .map(({ id, text }) => ({ id, text: spelled(text, id, options.typos) }));
  const judged = new Map(queries.map(({ id }) => [id, set.judgments.get(id)!]));
  const plan = { name: nameOf(set), settings: options.collection, files: filesOf(set) };
  return await withCollection(service, plan, async (api, collection) => {
    const evaluations = new Map<Mode, Evaluation>();
    for (const mode of MODES) {
      const found = await askAll(api, collection, queries, { mode, topK: TOP_K, more: options.query });
      evaluations.set(mode, evaluateHits(found, judged, set));
    }
    return evaluations;
  });
};

/** Scores of the documents that passages were found of. */
export const evaluateHits = (
  found: ReadonlyMap<string, readonly Hit[]>,
  judged: ReadonlyMap<string, Judgments>,
  set: JudgedSet,
): Evaluation => evaluate(new Map([...found].map(([query, hits]) => [query, documentsOf(hits, set)])), judged);

const spelled = (text: string, id: string, seed: number | undefined): string =>
  seed === undefined ? text : withTypos(text, createHash("sha256").update(`${seed} ${id}`).digest().readUInt32LE());
