import { CHUNK_STRATEGIES } from "@quarry/plugin/domain";
import { type Command, Option } from "commander";
import { integer, jsonFields } from "../parse.ts";
import { all, COLLECTION, MODES, withExamples } from "./common.ts";

export const addCollections = (program: Command): void => {
  const group = program.command("collection").description("make, list, show and delete collections");
  const create = group
    .command("create")
    .description("make a collection")
    .argument("<name>", COLLECTION)
    .option("--description <text>", "what it is for")
    .option("--embedder <provider>", "who computes the embeddings (default: the server's)")
    .option("--model <name>", "embedding model (default: the embedder's)")
    .option("--dimension <number>", "length of the vectors", integer(1))
    .option("--chunk-size <tokens>", "size of a chunk", integer(1))
    .option("--chunk-overlap <tokens>", "what neighbouring chunks share", integer(0))
    .addOption(new Option("--chunk-strategy <strategy>", "what chunks keep together").choices(CHUNK_STRATEGIES))
    .addOption(
      new Option(
        "--mode <mode>",
        "search mode of queries that do not say (default: hybrid; with --embedder none the server's)",
      ).choices(MODES),
    )
    .option("--metadata <fields>", "a JSON object, or name=value; may be repeated", jsonFields)
    .option("--if-missing", "no failure when there is one of that name")
    .action(async (name: string, _options, command: Command) =>
      (await import("../commands/collections.ts")).createCollection(name, all(command)),
    );
  withExamples(
    create,
    "quarry collection create manuals --if-missing",
    "quarry collection create notes --chunk-size 256 --mode keyword --metadata team=docs",
  );
  group
    .command("list")
    .description("list collections")
    .option("--prefix <text>", "only names that start so")
    .action(async (_options, command: Command) =>
      (await import("../commands/collections.ts")).listCollections(all(command)),
    );
  group
    .command("show")
    .description("show a collection")
    .argument("<name>", COLLECTION)
    .action(async (name: string, _options, command: Command) =>
      (await import("../commands/collections.ts")).showCollection(name, all(command)),
    );
  group
    .command("truncate")
    .description("delete all documents and vectors of a collection; the collection stays")
    .argument("<name>", COLLECTION)
    .option("--yes", "without it nothing is deleted: what would be is told")
    .action(async (name: string, _options, command: Command) =>
      (await import("../commands/collections.ts")).truncateCollection(name, all(command)),
    );
  group
    .command("reembed")
    .description("process all documents again that are ready or failed, by the settings that the collection has now")
    .argument("<name>", COLLECTION)
    .action(async (name: string, _options, command: Command) =>
      (await import("../commands/collections.ts")).reembedCollection(name, all(command)),
    );
  group
    .command("delete")
    .description("delete a collection with everything in it")
    .argument("<name>", COLLECTION)
    .option("--yes", "without it nothing is deleted: what would be is told")
    .action(async (name: string, _options, command: Command) =>
      (await import("../commands/collections.ts")).deleteCollection(name, all(command)),
    );
};
