import { parseArgs } from "node:util";
import { readJudgedSet } from "./judged-set.ts";
import { printComparison, printEvaluation, savedRun, type SavedRun, saveRun } from "./report.ts";
import { runSet } from "./run-set.ts";
import { openService } from "./service.ts";

const USAGE = `npm run eval -- <folder of a judged set> ... [options]
  --address <url> --secret <key>   a running service; default: one of its own
  --every <n>                      ask every n-th query only
  --typos <seed>                   misspell the queries
  --collection <json>              settings of the collection, such as {"chunk_size": 256}
  --query <json>                   fields of every query, such as {"rerank": true}
  --out <file>                     save the scores of every query
  --against <file>                 compare with saved scores (paired bootstrap)`;

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
  },
});

if (positionals.length === 0) {
  console.error(USAGE);
  process.exit(2);
}

const service = await openService(values.address, values.secret);
try {
  let run: SavedRun = {};
  for (const folder of positionals) {
    const set = await readJudgedSet(folder);
    const evaluations = await runSet(service, set, {
      every: Number(values.every),
      typos: values.typos === undefined ? undefined : Number(values.typos),
      collection: JSON.parse(values.collection) as object,
      query: JSON.parse(values.query) as object,
    });
    printEvaluation(set.name, evaluations);
    run = { ...run, ...savedRun(set.name, evaluations) };
  }
  if (values.out !== undefined) await saveRun(values.out, run);
  if (values.against !== undefined) await printComparison(values.against, run);
} finally {
  await service.close();
}
