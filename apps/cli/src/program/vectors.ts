import type { Command } from "commander";
import { integer, jsonFields } from "../parse.ts";
import { all, COLLECTION, withExamples } from "./common.ts";

const FILTER = "only entries whose metadata matches: a filter as JSON, or name=value; may be repeated";

/** Adds the commands for vectors that clients wrote directly, past ingestion. */
export const addVectors = (program: Command): void => {
  const group = program.command("vectors").description("look at entries that were written directly, past ingestion");
  const each = (name: string, description: string) =>
    group.command(name).description(description).argument("<collection>", COLLECTION);
  each("list", "list entries, ordered by last write")
    .option("--filter <fields>", FILTER, jsonFields)
    .option("--limit <number>", "maximum number of entries (default: all)", integer(1))
    .action(async (collection: string, _options, command: Command) =>
      (await import("../commands/vectors.ts")).listVectors(collection, all(command)),
    );
  each("get", "print entries")
    .argument("<ids...>", "ids of the entries")
    .option("--embedding", "include vectors")
    .action(async (collection: string, ids: string[], _options, command: Command) =>
      (await import("../commands/vectors.ts")).getVectors(collection, ids, all(command)),
    );
  each("count", "count entries")
    .option("--filter <fields>", FILTER, jsonFields)
    .action(async (collection: string, _options, command: Command) =>
      (await import("../commands/vectors.ts")).countVectors(collection, all(command)),
    );
  const update = each("update", "update the metadata of entries; vectors and texts stay")
    .argument("[ids...]", "ids of the entries")
    .option("--filter <fields>", FILTER, jsonFields)
    .requiredOption("--set <fields>", "what changes: JSON, or name=value; null removes; may be repeated", jsonFields)
    .action(async (collection: string, ids: string[], _options, command: Command) =>
      (await import("../commands/vectors.ts")).updateVectors(collection, ids, all(command)),
    );
  withExamples(
    update,
    "quarry vectors update notes note-1 note-2 --set state=final",
    "quarry vectors update notes --filter state=draft --set reviewed=true",
  );
  const remove = each("rm", "delete entries")
    .argument("[ids...]", "ids of the entries")
    .option("--filter <fields>", FILTER, jsonFields)
    .option("--all", "every entry; documents stay")
    .option("--dry-run", "only print the number of matches")
    .option("--limit <number>", "maximum number of entries, oldest first (default: all)", integer(1))
    .action(async (collection: string, ids: string[], _options, command: Command) =>
      (await import("../commands/vectors.ts")).deleteVectors(collection, ids, all(command)),
    );
  withExamples(remove, "quarry vectors rm notes --filter state=draft --dry-run");
};
