import { makeProgram } from "@quarry/cli/program";
import type { Command } from "commander";
import { code, paragraphs, table } from "./markdown.ts";

/** Generates a page with every command, its arguments and options, from the program itself. */
export const cliPage = (): string => {
  const program = makeProgram();
  return paragraphs(
    "# The command line",
    "`quarry`, or `npm run quarry --` in the repository. [The guide](../guides/cli.md) has examples.",
    "## Options of every command",
    optionsTable(program),
    ...commandsBelow(program, "quarry").map(([name, command]) => commandSection(name, command)),
  );
};

/** Returns the executable commands with their full names. */
const commandsBelow = (command: Command, name: string): readonly (readonly [string, Command])[] =>
  command.commands
    .filter((child) => child.name() !== "help")
    .flatMap((child) => {
      const words = `${name} ${child.name()}`;
      return child.commands.length === 0 ? [[words, child] as const] : commandsBelow(child, words);
    });

const commandSection = (name: string, command: Command): string =>
  paragraphs(
    `## ${name}`,
    command.description(),
    `${code(`${name} ${command.usage()}`)}`,
    table(
      ["Argument", ""],
      command.registeredArguments.map((argument) => [code(argument.name()), argument.description]),
    ),
    optionsTable(command),
  );

const optionsTable = (command: Command): string =>
  table(
    ["Option", ""],
    command.options
      .filter(({ hidden }) => !hidden)
      .map(({ flags, description, argChoices, defaultValue }) => [
        code(flags),
        [
          description,
          argChoices === undefined ? "" : `one of ${argChoices.join(", ")}`,
          defaultValue === undefined ? "" : `default: ${String(defaultValue)}`,
        ]
          .filter((part) => part !== "")
          .join("; "),
      ]),
  );
