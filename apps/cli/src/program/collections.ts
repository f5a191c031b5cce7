import { CHUNK_STRATEGIES } from "@quarry/plugin/domain";
import { type Command, Option } from "commander";
import { integer, jsonFields } from "../parse.ts";
import { all, COLLECTION, MODES, withExamples } from "./common.ts";

export const addCollections = (program: Command): void => {
  const group = program.command("collection").description("make, list, show and delete collections");
  const create = group
    .command("create")
    .description("create a collection")
    .argument("<name>", COLLECTION)
    .option("--description <text>", "description")
    .option("--embedder <provider>", "embedding provider (default: the server's)")
    .option("--model <name>", "embedding model (default: the embedder's)")
    .option("--dimension <number>", "length of the vectors", integer(1))
    .option("--chunk-size <tokens>", "size of a chunk", integer(1))
    .option("--chunk-overlap <tokens>", "tokens shared by neighbouring chunks", integer(0))
    .addOption(
      new Option("--chunk-strategy <strategy>", "boundaries at which chunks are split").choices(CHUNK_STRATEGIES),
    )
    .addOption(
      new Option(
        "--mode <mode>",
        "default search mode of queries (default: hybrid; with --embedder none the server's)",
      ).choices(MODES),
    )
    .option("--metadata <fields>", "a JSON object, or name=value; may be repeated", jsonFields)
    .option("--if-missing", "succeed if a collection with that name exists")
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
    .option("--prefix <text>", "only names with this prefix")
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
    .option("--yes", "delete; without it, only report what would be deleted")
    .action(async (name: string, _options, command: Command) =>
      (await import("../commands/collections.ts")).truncateCollection(name, all(command)),
    );
  group
    .command("reembed")
    .description("reprocess all ready or failed documents with the collection's current settings")
    .argument("<name>", COLLECTION)
    .action(async (name: string, _options, command: Command) =>
      (await import("../commands/collections.ts")).reembedCollection(name, all(command)),
    );
  group
    .command("delete")
    .description("delete a collection and all its data")
    .argument("<name>", COLLECTION)
    .option("--yes", "delete; without it, only report what would be deleted")
    .action(async (name: string, _options, command: Command) =>
      (await import("../commands/collections.ts")).deleteCollection(name, all(command)),
    );
};
