import { createHash } from "node:crypto";
import type { Evaluation } from "@quarry/cli/evaluation/measures";
import { type EvaluatedService, type Mode, MODES, type RunOptions, withCollection } from "./collection.ts";
import { evaluateHits, filesOf, type JudgedSet } from "./judged-set.ts";
import { withTypos } from "./typos.ts";

const TOP_K = 100;

/** Uploads the documents to one collection, runs every query in every mode, and scores the documents found. */
export const runDocuments = async (
  service: EvaluatedService,
  set: JudgedSet,
  { every, typos, collection: settings, query }: RunOptions,
): Promise<ReadonlyMap<Mode, Evaluation>> => {
  const queries = set.queries
    .filter((_, index) => index % every === 0)
    .map(({ id, text }) => ({ id, text: typos === undefined ? text : withTypos(text, seedOf(typos, id)) }));
  return await withCollection(service, { name: set.name, settings, files: filesOf(set) }, async (collection) => {
    const evaluations = new Map<Mode, Evaluation>();
    for (const mode of MODES)
      evaluations.set(mode, evaluateHits(await collection.ask(queries, mode, TOP_K, query), set));
    return evaluations;
  });
};

const seedOf = (seed: number, id: string): number =>
  createHash("sha256").update(`${seed} ${id}`).digest().readUInt32LE();
