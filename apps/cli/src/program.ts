import { Command } from "commander";
import { integer } from "./parse.ts";
import { addChanges } from "./program/changes.ts";
import { addCollections } from "./program/collections.ts";
import { addDocuments } from "./program/documents.ts";
import { addEvaluation } from "./program/evaluation.ts";
import { addIngest } from "./program/ingest.ts";
import { addJobs } from "./program/jobs.ts";
import { addOperation } from "./program/operation.ts";
import { addOperations } from "./program/operations.ts";
import { addPlatform } from "./program/platform.ts";
import { addSearch } from "./program/search.ts";
import { addTransfers } from "./program/transfers.ts";
import { addVectors } from "./program/vectors.ts";
import { VERSION } from "./version.ts";

/**
 * Creates every command with its options. The implementation of a command is loaded when it runs, to keep `--help`
 * fast.
 */
export const makeProgram = (): Command => {
  const program = new Command("quarry")
    .description("Put documents into a Quarry service, and get the right passages back.")
    .version(VERSION, "-V, --version", "print the version")
    .option(
      "--url <address>",
      "address of the service (QUARRY_URL; default: by SERVICE_HOST and SERVICE_PORT, http://127.0.0.1:8080)",
    )
    .option("--api-key <key>", "API secret or access key (QUARRY_API_KEY; default: the local service's own)")
    .option("--timeout <seconds>", "timeout of one call", integer(1))
    .option("--json", "print results as JSON")
    .addHelpText(
      "after",
      `\nExit codes: 0 done, 1 failed, 2 wrong command line or request, 3 not found, 4 no or wrong API key, 5 service unavailable.`,
    )
    .exitOverride();
  addCollections(program);
  addIngest(program);
  addSearch(program);
  addEvaluation(program);
  addDocuments(program);
  addVectors(program);
  addChanges(program);
  addTransfers(program);
  addOperations(program);
  addJobs(program);
  addPlatform(program);
  addOperation(program);
  pointToHelp(program);
  return program;
};

/** Appends a pointer to the command's own help to usage errors. */
const pointToHelp = (command: Command, name = command.name()): void => {
  command.showHelpAfterError(`(see ${name} --help)`);
  for (const child of command.commands) pointToHelp(child, `${name} ${child.name()}`);
};
