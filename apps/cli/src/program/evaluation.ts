import { type Command, Option } from "commander";
import { fraction, integer } from "../parse.ts";
import { all, COLLECTION, MODES, withExamples } from "./common.ts";
import { addQueryOptions } from "./query-options.ts";

export const addEvaluation = (program: Command): void => {
  const command = program
    .command("eval")
    .description("measure retrieval quality against a golden set, and compare two search settings")
    .argument("<collection>", COLLECTION)
    .argument("<golden>", "file of questions and expected results, one JSON object per line; - is standard input")
    .addOption(new Option("--mode <modes...>", "search modes (default: all three)").choices(MODES))
    .option("--top-k <number>", "results per question", integer(1), 10)
    .option("--compare <settings...>", "two settings, such as mode=semantic mode=hybrid,rerank=true")
    .option("--misses <number>", "number of failed questions to show", integer(0), 10)
    .option("--min-recall <number>", "fail below this recall, 0 to 1", fraction)
    .option("--min-mrr <number>", "fail below this mean reciprocal rank, 0 to 1", fraction)
    .option("--min-ndcg <number>", "fail below this nDCG, 0 to 1", fraction)
    .action(async (collection: string, golden: string, _options, called: Command) =>
      (await import("../commands/eval.ts")).evaluateGolden(collection, golden, all(called)),
    );
  addQueryOptions(command, ["top_k", "expand"]);
  withExamples(
    command,
    "quarry eval manuals golden.jsonl",
    "quarry eval manuals golden.jsonl --mode hybrid --min-recall 0.9",
    "quarry eval manuals golden.jsonl --compare mode=semantic mode=hybrid",
    "quarry eval manuals golden.jsonl --mode hybrid --compare alpha=0.3 alpha=0.7",
    "quarry eval manuals golden.jsonl --compare collection=manuals collection=manuals_small",
  );
};
