import { QUERY_OPTIONS, type QueryOption, type QueryOptions } from "@quarry/api/query-options";
import type { Command } from "commander";
import { fraction, integer, jsonFields } from "../parse.ts";

/**
 * Query options without a flag of their own name: those with another flag (--mode, --filter), `explain`, which no
 * printed result shows, and `citations`, which JSON always has.
 */
const OTHERS: ReadonlySet<string> = new Set(["search_mode", "filters", "explain", "citations"]);

/** Query options of the contract that are flags under their own names. */
export const FLAGS: readonly QueryOption[] = QUERY_OPTIONS.filter(({ name }) => !OTHERS.has(name));

/**
 * Adds a metadata filter, and a flag for each query option. `except` names options that the command lacks, or has under
 * another flag.
 */
export const addQueryOptions = (command: Command, except: readonly string[] = []): Command => {
  command.option("--filter <fields>", "a metadata filter as JSON, or name=value; may be repeated", jsonFields);
  for (const { name, schema } of FLAGS.filter((option) => !except.includes(option.name))) {
    const flag = name.replaceAll("_", "-");
    const does = schema.description.charAt(0).toLowerCase() + schema.description.slice(1).replace(/\.$/, "");
    if (schema.type === "boolean")
      command.option(`--${flag}`, does).option(`--no-${flag}`, `the opposite of --${flag}`);
    else
      command.option(`--${flag} <number>`, does, schema.type === "integer" ? integer(schema.minimum ?? 0) : fraction);
  }
  return command;
};

/** Returns the query options among a command's options, unchanged. */
export const flagsIn = (options: object): QueryOptions => {
  const values: Readonly<Record<string, unknown>> = { ...options };
  return Object.fromEntries(FLAGS.map(({ property }) => [property, values[property]]));
};

/** Allowed values, for messages. */
export const choicesOf = ({ schema: { type, minimum = 0, maximum = 1 } }: QueryOption): string =>
  type === "boolean" ? "true, false" : `${minimum} to ${maximum}`;

/** Parses the value of an option. Returns undefined if it is invalid. */
export const readValue = ({ schema: { type, minimum = 0, maximum = 1 } }: QueryOption, text: string) => {
  if (type === "boolean") return text === "true" || (text === "false" ? false : undefined);
  const value = text === "" ? Number.NaN : Number(text);
  const isValue = value >= minimum && value <= maximum && (type === "number" || /^\d+$/.test(text));
  return isValue ? value : undefined;
};
