import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { CORPUS_FILE, readJudgedSet } from "./documents/judged-set.ts";
import { printComparison, printEvaluation, savedRun, type SavedRun, saveRun } from "./documents/report.ts";
import { runSet } from "./documents/run-set.ts";
import { GOALS } from "./goals.ts";
import { PDF_FOLDER, readPageSet } from "./pages/page-set.ts";
import { runPages } from "./pages/run-pages.ts";
import { openService } from "./service.ts";
import { QUESTIONS_FILE, readSpanSet } from "./spans/question-set.ts";
import { runSpans } from "./spans/run-spans.ts";

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

const goal = values.goal === undefined ? undefined : GOALS[values.goal];
if (positionals.length === 0 || (values.goal !== undefined && goal === undefined)) {
  console.error(USAGE);
  process.exit(2);
}

const isSet = (folder: string): boolean =>
  [CORPUS_FILE, QUESTIONS_FILE, PDF_FOLDER].some((name) => existsSync(join(folder, name)));
const noSet = positionals.find((folder) => !isSet(folder));
if (noSet !== undefined) {
  console.error(`${noSet}: is no folder of a judged set\n\n${USAGE}`);
  process.exit(2);
}

const figure = (value: number): string => value.toFixed(4);
const print = (folder: string, mode: string, scores: string): void =>
  console.log(`${basename(folder).padEnd(14)} ${mode.padEnd(9)} ${scores}`);

const service = await openService(values.address, values.secret);
try {
  if (goal !== undefined && !(await goal(service, positionals))) process.exitCode = 1;
  let run: SavedRun = {};
  for (const folder of goal === undefined ? positionals : []) {
    const options = {
      every: Number(values.every),
      collection: JSON.parse(values.collection) as object,
      query: JSON.parse(values.query) as object,
    };
    if (existsSync(join(folder, QUESTIONS_FILE))) {
      for (const [mode, scores] of await runSpans(service, await readSpanSet(folder), options)) {
        const { recallAt5, recallIn5000, passageLength } = scores;
        const found = `Recall@5 ${figure(recallAt5)}  Recall in 5,000 characters ${figure(recallIn5000)}`;
        print(folder, mode, `${found}  (${Math.round(passageLength)} characters a passage)`);
      }
      continue;
    }
    if (existsSync(join(folder, PDF_FOLDER))) {
      for (const [mode, { overAll, withinDocument }] of await runPages(service, await readPageSet(folder), options)) {
        print(folder, mode, `Page@5 ${figure(overAll)}  within the document ${figure(withinDocument)}`);
      }
      continue;
    }
    const set = await readJudgedSet(folder);
    const typos = values.typos === undefined ? undefined : Number(values.typos);
    const evaluations = await runSet(service, set, { ...options, typos });
    printEvaluation(set.name, evaluations);
    run = { ...run, ...savedRun(set.name, evaluations) };
  }
  if (values.out !== undefined) await saveRun(values.out, run);
  if (values.against !== undefined) await printComparison(values.against, run);
} finally {
  await service.close();
}
