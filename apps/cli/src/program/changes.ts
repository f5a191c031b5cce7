import type { Command } from "commander";
import { integer } from "../parse.ts";
import { all, COLLECTION, withExamples } from "./common.ts";

export const addChanges = (program: Command): void => {
  const group = program.command("change").description("change the model or the vector store of a live collection");
  const each = (name: string, description: string) =>
    group.command(name).description(description).argument("<collection>", COLLECTION);
  each("start", "start an index change")
    .option("--store <name>", "vector store to move to")
    .option("--embedder <provider>", "embedding provider")
    .option("--model <name>", "embedding model")
    .option("--dimension <number>", "length of the vectors", integer(1))
    .option("--wait", "wait until it has switched")
    .action(async (collection: string, _options, command: Command) =>
      (await import("../commands/changes.ts")).startChange(collection, all(command)),
    );
  each("list", "list the index changes of a collection").action(
    async (collection: string, _options, command: Command) =>
      (await import("../commands/changes.ts")).listChanges(collection, all(command)),
  );
  const one = (name: "show" | "cancel" | "rollback", description: string) =>
    each(name, description)
      .argument("<id>", "id of the change")
      .action(async (collection: string, id: string, _options, command: Command) =>
        (await import("../commands/changes.ts")).oneChange(name, collection, id, all(command)),
      );
  one("show", "show an index change");
  one("cancel", "cancel an index change that has not switched");
  one("rollback", "roll back to the previous index");
  const migrate = program
    .command("migrate")
    .description("move collections to another vector store without downtime; nothing is embedded again")
    .argument("[collections...]", "names of the collections")
    .requiredOption("--to <store>", "name of the vector store in the server's configuration")
    .option("--all", "all collections")
    .action(async (collections: string[], _options, command: Command) =>
      (await import("../commands/migrate.ts")).migrate(collections, all(command)),
    );
  withExamples(migrate, "quarry migrate manuals --to milvus", "quarry migrate --all --to milvus");
};
