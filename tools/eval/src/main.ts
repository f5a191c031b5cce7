import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { Quarry } from "@quarry/services/kit";
import type { EvaluatedService } from "./collection.ts";
import { measurePdfs } from "./goals/pdfs.ts";
import { measureSeparation } from "./goals/separation.ts";
import { measureTopics } from "./goals/topics.ts";
import type { Goal } from "./goals/goal.ts";
import { CORPUS_FILE, readJudgedSet } from "./judged-set.ts";
import { printComparison, printEvaluation, savedRun, type SavedRun, saveRun } from "./report.ts";
import { runDocuments } from "./run-documents.ts";
import { PDF_FOLDER, runPages } from "./run-pages.ts";
import { QUESTIONS_FILE, runSpans } from "./spans/run-spans.ts";

/** Measurements other than the retrieval quality of a set, by name. */
const GOALS: Readonly<Record<string, Goal>> = {
  separation: measureSeparation,
  pdfs: measurePdfs,
  topics: measureTopics,
};

const USAGE = `npm run eval -- <folder of a judged set> ... [options]
  A set is documents with queries and grades (corpus.jsonl, queries.jsonl, qrels.tsv), long texts with the places of
  answers (*.md, questions_df.csv), or PDFs with the pages of answers (pdfs/*.pdf, questions.jsonl).
  --address <url> --secret <key>   a running service and an admin's key; default: one of its own
  --every <n>                      ask every n-th query only
  --typos <seed>                   misspell the queries
  --collection <json>              settings of the collection, such as {"chunk_size": 256}
  --query <json>                   fields of every query, such as {"rerank": true}
  --out <file>                     save the scores of every query
  --against <file>                 compare with saved scores (paired bootstrap)
  --goal <name>                    measure this on documents with queries, and end with 1 where it is missed:
                                   ${Object.keys(GOALS).join(", ")}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    address: { type: "string" },
    secret: { type: "string", default: "" },
    every: { type: "string", default: "1" },
    typos: { type: "string" },
    collection: { type: "string", default: "{}" },
    query: { type: "string", default: "{}" },
    out: { type: "string" },
    against: { type: "string" },
    goal: { type: "string" },
  },
});

const refuse = (message: string): never => {
  console.error(`${message}${USAGE}`);
  process.exit(2);
};

const goal = values.goal === undefined ? undefined : GOALS[values.goal];
if (positionals.length === 0 || (values.goal !== undefined && goal === undefined)) refuse("");
const isSet = (folder: string): boolean =>
  [CORPUS_FILE, QUESTIONS_FILE, PDF_FOLDER].some((name) => existsSync(join(folder, name)));
const noSet = positionals.find((folder) => !isSet(folder));
if (noSet !== undefined) refuse(`${noSet}: is no folder of a judged set\n\n`);

const options = {
  every: Number(values.every),
  typos: values.typos === undefined ? undefined : Number(values.typos),
  collection: JSON.parse(values.collection) as object,
  query: JSON.parse(values.query) as object,
};
const figure = (value: number): string => value.toFixed(4);
const print = (folder: string, mode: string, scores: string): void =>
  console.log(`${basename(folder).padEnd(14)} ${mode.padEnd(9)} ${scores}`);

/** Measures one set. Returns the results to save. */
const measure = async (service: EvaluatedService, folder: string): Promise<SavedRun> => {
  if (existsSync(join(folder, QUESTIONS_FILE))) {
    for (const [mode, scores] of await runSpans(service, folder, options)) {
      const { recallAt5, recallIn5000, passageLength } = scores;
      const found = `Recall@5 ${figure(recallAt5)}  Recall in 5,000 characters ${figure(recallIn5000)}`;
      print(folder, mode, `${found}  (${Math.round(passageLength)} characters a passage)`);
    }
    return {};
  }
  if (existsSync(join(folder, PDF_FOLDER))) {
    for (const [mode, { overAll, withinDocument }] of await runPages(service, folder, options)) {
      print(folder, mode, `Page@5 ${figure(overAll)}  within the document ${figure(withinDocument)}`);
    }
    return {};
  }
  const set = await readJudgedSet(folder);
  const evaluations = await runDocuments(service, set, options);
  printEvaluation(set.name, evaluations);
  return savedRun(set.name, evaluations);
};

const { address, secret } = values;
const config = process.env["SERVICE_CONFIG"];
await using own =
  address === undefined
    ? await Quarry.start(config === undefined ? {} : { environment: { SERVICE_CONFIG: config } })
    : undefined;
const service = own ?? { address: address!, authorization: `Bearer ${secret}` };
if (goal !== undefined) {
  if (!(await goal(service, positionals))) process.exitCode = 1;
} else {
  let run: SavedRun = {};
  for (const folder of positionals) run = { ...run, ...(await measure(service, folder)) };
  if (values.out !== undefined) await saveRun(values.out, run);
  if (values.against !== undefined) await printComparison(values.against, run);
}
