import { type Command, Option } from "commander";
import { all, COLLECTION, MODES, withExamples } from "./common.ts";
import { addQueryOptions } from "./query-options.ts";

export const addSearch = (program: Command): void => {
  const search = program
    .command("search")
    .description("find passages")
    .argument("<collection>", `${COLLECTION}, or several with commas between`)
    .argument("<words...>", "the question")
    .addOption(new Option("--mode <mode>", "search mode (default: the collection's)").choices(MODES))
    .option("--full", "print full passages")
    .action(async (collections: string, terms: string[], _options, command: Command) =>
      (await import("../commands/search.ts")).search(collections, terms.join(" "), all(command)),
    );
  addQueryOptions(search);
  withExamples(
    search,
    "quarry search manuals how do I take a backup",
    "quarry search manuals,faq backup --mode hybrid --top-k 3 --filter team=docs",
    `quarry search manuals backup --filter '{"page": {"$gte": 2}}' --full`,
  );
};
