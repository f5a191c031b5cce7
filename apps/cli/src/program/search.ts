import { type Command, Option } from "commander";
import { fraction, integer, jsonFields } from "../parse.ts";
import { all, COLLECTION, MODES, withExamples } from "./common.ts";

export const addSearch = (program: Command): void => {
  const search = program
    .command("search")
    .description("find passages")
    .argument("<collection>", `${COLLECTION}, or several with commas between`)
    .argument("<words...>", "the question")
    .addOption(new Option("--mode <mode>", "how to look (default: the collection's)").choices(MODES))
    .option("--filter <fields>", "a metadata filter as JSON, or name=value; may be repeated", jsonFields)
    .option("--top-k <number>", "most results", integer(1))
    .option("--alpha <number>", "weight of meaning against words in hybrid search, 0 to 1", fraction)
    .option("--min-score <number>", "lowest score of a result, 0 to 1", fraction)
    .option("--rerank", "rerank the results")
    .option("--no-rerank", "do not rerank the results")
    .option("--expand <number>", "add the text of this many neighbouring chunks", integer(0))
    .option("--full", "print passages whole")
    .action(async (collections: string, words: string[], _options, command: Command) =>
      (await import("../commands/search.ts")).search(collections, words.join(" "), {
        ...all<object>(command),
        // Without either of the two options the collection decides.
        rerank: command.getOptionValueSource("rerank") === "cli" ? (command.opts()["rerank"] as boolean) : undefined,
      }),
    );
  withExamples(
    search,
    "quarry search manuals how do I take a backup",
    "quarry search manuals,faq backup --mode hybrid --top-k 3 --filter team=docs",
    `quarry search manuals backup --filter '{"page": {"$gte": 2}}' --full`,
  );
};
