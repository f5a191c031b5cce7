import type { Command } from "commander";
import { COLLECTION, runs } from "./common.ts";

export const addTransfers = (program: Command): void => {
  program
    .command("export")
    .description("export a collection as an archive")
    .argument("<collection>", COLLECTION)
    .option("-o, --output <path>", "output path (default: <collection>.tar; - is standard output)")
    .option("--force", "overwrite an existing file")
    .action(runs(async () => (await import("../commands/transfer.ts")).exportCollection));
  program
    .command("import")
    .description("create a collection from an archive")
    .argument("<collection>", "name of the new collection")
    .argument("<archive>", "path of the archive, or - for the standard input")
    .option("--new-ids", "documents get new ids; by default they keep theirs")
    .option("--reembed", "reprocess all documents with the server's default embedder")
    .action(runs(async () => (await import("../commands/transfer.ts")).importCollection));
};
