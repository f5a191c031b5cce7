import { type Command, Option } from "commander";
import { fraction, integer, jsonFields } from "../parse.ts";
import { all, withExamples } from "../program/common.ts";
import { RPC_COMMANDS } from "./rpc-commands.ts";
import type { AnyCommand, Flag, RpcField } from "./rpc-command.ts";
import { RPC_FIELDS } from "./rpc-fields.gen.ts";

/** Adds a command that is one rpc, with an argument or an option for each field of its request. */
export const addRpcCommand = (group: Command, words: keyof typeof RPC_COMMANDS, isDefault = false): Command => {
  const declared: AnyCommand = RPC_COMMANDS[words];
  const { text, alias, flags = {}, switches = {}, examples = [] } = declared;
  const command = group.command(words.split(" ").at(-1)!, { isDefault }).description(text);
  if (alias !== undefined) command.alias(alias);
  const fields = RPC_FIELDS[declared.rpc]!;
  const usages = declared.arguments ?? pathArguments(fields);
  const positional = Object.keys(usages).map((name) => fields.find((field) => field.name === name)!);
  for (const { name, text: help } of positional) command.argument(usages[name]!, help);
  const read: ((options: Readonly<Record<string, unknown>>) => readonly [string, unknown])[] = [];
  for (const field of fields) {
    const flag = flags[field.name] ?? {};
    if (flag === false || positional.includes(field)) continue;
    const option = optionOf(field, flag);
    command.addOption(option);
    read.push((options) => {
      const value = options[option.attributeName()];
      return [field.name, flag.isJson === true && value !== undefined ? JSON.stringify(value) : value];
    });
  }
  for (const [name, help] of Object.entries(switches)) command.option(`--${name}`, help);
  if (examples.length > 0) withExamples(command, ...examples);
  return command.action(async (...values: readonly unknown[]) => {
    const options = all<Readonly<Record<string, unknown>>>(command);
    const input = [
      ...positional.map(({ name }, index) => [name, values[index]] as const),
      ...read.map((each) => each(options)),
    ];
    const request = input.filter(([, value]) => value !== undefined).map(([name, value]) => [localName(name), value]);
    await (await import("./call-rpc.ts")).callRpc(declared, Object.fromEntries(request), options);
  });
};

/** Fields of the HTTP path, as usage shows them: `<collection>` for `collection_name`, `<id>` for `document_id`. */
const pathArguments = (fields: readonly RpcField[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields
      .filter(({ isPath }) => isPath)
      .map(({ name }) => [name, `<${name.replace(/_name$/, "").replace(/^.*_id$/, "id")}>`]),
  );

const optionOf = (field: RpcField, { as, text, isRequired, isJson, default: initial }: Flag): Option => {
  const { name, type, choices, isList, minimum } = field;
  const flag = as ?? name.replaceAll("_", "-");
  const kind = isJson === true ? "object" : type;
  const value = kind === undefined ? flag.split("-").at(-1) : kind === "object" ? "fields" : "number";
  const shown = kind === "boolean" ? "" : isList === true ? ` <${value}...>` : ` <${value}>`;
  const option = new Option(`--${flag}${shown}`, text ?? field.text);
  if (choices !== undefined) option.choices(choices);
  else if (kind === "object") option.argParser(jsonFields);
  else if (kind === "integer") option.argParser(integer(minimum ?? 0));
  else if (kind === "number") option.argParser(fraction);
  if (initial !== undefined) option.default(initial);
  return option.makeOptionMandatory(isRequired === true);
};

const localName = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
