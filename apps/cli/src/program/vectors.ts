import type { Command } from "commander";
import { integer, jsonFields } from "../parse.ts";
import { addRpcCommand } from "../rpc/add-rpc-command.ts";
import { COLLECTION, runs, withExamples } from "./common.ts";

const FILTER = "only entries whose metadata matches: a filter as JSON, or name=value; may be repeated";

/** Adds the commands for vectors that clients wrote directly, past ingestion. */
export const addVectors = (program: Command): void => {
  const group = program.command("vectors").description("list, show, change and delete direct vector entries");
  const each = (name: string, description: string) =>
    group.command(name).description(description).argument("<collection>", COLLECTION);
  each("list", "list entries, ordered by last write")
    .option("--filter <fields>", FILTER, jsonFields)
    .option("--limit <number>", "maximum number of entries (default: all)", integer(1))
    .action(runs(async () => (await import("../commands/vectors.ts")).listVectors));
  each("get", "print entries")
    .argument("<ids...>", "ids of the entries")
    .option("--embedding", "include vectors")
    .action(runs(async () => (await import("../commands/vectors.ts")).getVectors));
  addRpcCommand(group, "vectors count");
  addRpcCommand(group, "vectors update");
  const remove = each("rm", "delete entries")
    .argument("[ids...]", "ids of the entries")
    .option("--filter <fields>", FILTER, jsonFields)
    .option("--all", "every entry; documents stay")
    .option("--dry-run", "only print the number of matches")
    .option("--limit <number>", "maximum number of entries, oldest first (default: all)", integer(1))
    .action(runs(async () => (await import("../commands/vectors.ts")).deleteVectors));
  withExamples(remove, "quarry vectors rm notes --filter state=draft --dry-run");
};
