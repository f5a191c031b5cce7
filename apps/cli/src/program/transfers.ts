import type { Command } from "commander";
import { all, COLLECTION } from "./common.ts";

export const addTransfers = (program: Command): void => {
  program
    .command("export")
    .description("get a whole collection as one archive")
    .argument("<collection>", COLLECTION)
    .option("-o, --output <path>", "where to (default: <collection>.tar; - is the standard output)")
    .option("--force", "overwrite a file that is there")
    .action(async (collection: string, _options, command: Command) =>
      (await import("../commands/transfer.ts")).exportCollection(collection, all(command)),
    );
  program
    .command("import")
    .description("make a new collection of an archive")
    .argument("<collection>", "name of the new collection")
    .argument("<archive>", "path of the archive, or - for the standard input")
    .option("--new-ids", "documents get new ids; by default they keep theirs")
    .option("--reembed", "process all documents again, with the server's default embedder")
    .action(async (collection: string, archive: string, _options, command: Command) =>
      (await import("../commands/transfer.ts")).importCollection(collection, archive, all(command)),
    );
};
