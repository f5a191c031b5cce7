import type { Command } from "commander";
import { addRpcCommand } from "../rpc/add-rpc-command.ts";
import { runs, withExamples } from "./common.ts";

export const addChanges = (program: Command): void => {
  const group = program.command("change").description("change the model or the vector store of a live collection");
  addRpcCommand(group, "change start");
  addRpcCommand(group, "change list");
  addRpcCommand(group, "change show");
  addRpcCommand(group, "change cancel");
  addRpcCommand(group, "change rollback");
  const migrate = program
    .command("migrate")
    .description("move collections to another vector store without downtime; nothing is embedded again")
    .argument("[collections...]", "names of the collections")
    .requiredOption("--to <store>", "name of the vector store in the server's configuration")
    .option("--all", "all collections")
    .action(runs(async () => (await import("../commands/migrate.ts")).migrate));
  withExamples(migrate, "quarry migrate manuals --to milvus", "quarry migrate --all --to milvus");
};
