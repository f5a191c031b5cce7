import type { Command } from "commander";
import { all, COLLECTION } from "./common.ts";

/** Work on many documents that goes on by itself. */
export const addOperations = (program: Command): void => {
  const group = program.command("operations").description("work on many documents that goes on in the service");
  group
    .command("list")
    .description("list operations, newest first")
    .argument("[collection]", `${COLLECTION} (default: every collection)`)
    .action(async (collection: string | undefined, _options, command: Command) =>
      (await import("../commands/operations.ts")).listOperations(collection, all(command)),
    );
  group
    .command("show")
    .description("show the progress of an operation")
    .argument("<id>", "id of the operation")
    .option("--wait", "wait until it has ended")
    .action(async (id: string, _options, command: Command) =>
      (await import("../commands/operations.ts")).showOperation(id, all(command)),
    );
  group
    .command("cancel")
    .description("cancel an operation; completed items stay")
    .argument("<id>", "id of the operation")
    .action(async (id: string, _options, command: Command) =>
      (await import("../commands/operations.ts")).cancelOperation(id, all(command)),
    );
};
