import type { Command } from "commander";
import type { GlobalOptions } from "../settings.ts";

export const COLLECTION = "name of the collection";
export const MODES = ["semantic", "keyword", "hybrid"];

/** Returns the options of a command together with the global options. */
export const all = <Own>(command: Command): Own & GlobalOptions => command.optsWithGlobals<Own & GlobalOptions>();

/** Adds examples to the help of a command. */
export const withExamples = (command: Command, ...examples: readonly string[]): Command =>
  command.addHelpText("after", `\nExamples:\n${examples.map((example) => `  ${example}`).join("\n")}`);

/** Loads the implementation of a command when it runs, and calls it with the arguments and all options. */
export const runs =
  <A extends readonly unknown[]>(load: () => Promise<(...values: A) => unknown>) =>
  async (...values: readonly unknown[]): Promise<void> => {
    const run = (await load()) as (...input: readonly unknown[]) => unknown;
    await run(...values.slice(0, -2), all(values.at(-1) as Command));
  };
