import type { Command } from "commander";
import type { GlobalOptions } from "../settings.ts";

export const COLLECTION = "name of the collection";
export const MODES = ["semantic", "keyword", "hybrid"];

/** The options of a command together with those of every command. */
export const all = <Own>(command: Command): Own & GlobalOptions => command.optsWithGlobals<Own & GlobalOptions>();

/** Adds what to copy from to the help of a command. */
export const withExamples = (command: Command, ...examples: readonly string[]): Command =>
  command.addHelpText("after", `\nExamples:\n${examples.map((example) => `  ${example}`).join("\n")}`);

/** Runs what a command does with its arguments and all options; it is loaded only then. */
export const runs =
  <A extends readonly unknown[]>(load: () => Promise<(...values: A) => unknown>) =>
  async (...values: readonly unknown[]): Promise<void> => {
    const run = (await load()) as (...input: readonly unknown[]) => unknown;
    await run(...values.slice(0, -2), all(values.at(-1) as Command));
  };
