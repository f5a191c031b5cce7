import type { Command } from "commander";
import { addRpcCommand } from "../rpc/add-rpc-command.ts";
import { COLLECTION, runs } from "./common.ts";

export const addCollections = (program: Command): void => {
  const group = program.command("collection").description("create, list, show and delete collections");
  addRpcCommand(group, "collection create");
  addRpcCommand(group, "collection list");
  addRpcCommand(group, "collection show");
  group
    .command("truncate")
    .description("delete all documents and vectors of a collection; the collection stays")
    .argument("<name>", COLLECTION)
    .option("--yes", "delete; without it, only report what would be deleted")
    .action(runs(async () => (await import("../commands/collections.ts")).truncateCollection));
  group
    .command("reembed")
    .description("reprocess all ready or failed documents with the collection's current settings")
    .argument("<name>", COLLECTION)
    .action(runs(async () => (await import("../commands/collections.ts")).reembedCollection));
  group
    .command("delete")
    .description("delete a collection and all its data")
    .argument("<name>", COLLECTION)
    .option("--yes", "delete; without it, only report what would be deleted")
    .action(runs(async () => (await import("../commands/collections.ts")).deleteCollection));
};
