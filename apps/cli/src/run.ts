import { CommanderError } from "commander";
import { EXIT, exitCodeOf, lineOf, PartialFailure } from "./failures.ts";
import { makeProgram } from "./program.ts";
import type { GlobalOptions } from "./settings.ts";

/** Runs one command line. Returns the exit code. */
export const run = async (commandLine: readonly string[]): Promise<number> => {
  const program = makeProgram();
  // The reader of a pipe can close it early, as `head` does. This is not a failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.ok);
    throw error;
  });
  try {
    await program.parseAsync(commandLine, { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Commander has printed its own message. Help and version are not failures.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof PartialFailure) {
      if (error.message !== "") process.stderr.write(`quarry: ${error.message}\n`);
      return EXIT.failure;
    }
    const { url } = program.opts<GlobalOptions>();
    process.stderr.write(`quarry: ${lineOf(error, url ?? process.env["QUARRY_URL"])}\n`);
    return exitCodeOf(error);
  }
};
