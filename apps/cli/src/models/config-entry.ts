import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import {
  checkConfiguration,
  defaultConfiguration,
  pluginSourceOf,
  serviceSettings,
} from "@quarry/server/configuration";
import type { ModelSection } from "@quarry/onnx/files";
import { findNodeAtLocation, type Node, parse, type ParseError, parseTree } from "jsonc-parser";
import { type ServiceEnvironment, withConfigFile } from "../configuration/effective.ts";
import { UsageError } from "../failures.ts";

/** Entry of the config file: a named plugin with its settings in a section, or a section by itself. */
export type ConfigEntry =
  | {
      readonly section: ModelSection;
      readonly name: string;
      readonly value: { readonly plugin: string; readonly settings: Readonly<Record<string, unknown>> };
    }
  | {
      readonly section: "recognition";
      readonly name?: never;
      readonly value: { readonly engine: "ppocr"; readonly model: string };
    };

/** Change of the config file. `withEntry` returns undefined if the file already has the entry. */
export interface ConfigChange {
  readonly file: string;
  readonly isNew: boolean;
  readonly text: string;
}

/**
 * Returns the config file with an additional entry; everything else, including comments, stays unchanged. Throws if the
 * file has problems, would have some with the entry, or has another entry of that name.
 */
export const withEntry = async (
  file: string,
  entry: ConfigEntry,
  environment: ServiceEnvironment,
): Promise<ConfigChange | undefined> => {
  const { section, name, value } = entry;
  const before = await textOf(file);
  const errors: ParseError[] = [];
  const input = parse(before ?? "{}", errors, { allowTrailingComma: true }) as unknown;
  if (errors.length > 0)
    throw new UsageError(`${file} is not JSON (quarry config check ${file} shows where); nothing was written`);
  const content = (input as { readonly [key in ConfigEntry["section"]]?: Readonly<Record<string, unknown>> } | null)?.[
    section
  ];
  const present = name === undefined ? content : content?.[name];
  if (present !== undefined) {
    if (isDeepStrictEqual(present, value)) return undefined;
    throw new UsageError(
      name === undefined
        ? `${file} already has another section ${section}: edit it by hand; nothing was written`
        : `${file} already has another ${section}.${name}: use --as for another name; nothing was written`,
    );
  }
  const changed = inserted(before ?? "{}\n", entry);
  const settings = serviceSettings(withConfigFile(environment, file));
  const problems = await checkConfiguration(changed, defaultConfiguration(settings), pluginSourceOf(settings));
  if (problems.length > 0)
    throw new UsageError(`${file} would be invalid: ${problems.join("; ")}; nothing was written`);
  return { file, isNew: before === undefined, text: changed };
};

/**
 * Inserts the entry first in its section: a comment or comma after an entry then stays on its line. The editing of
 * jsonc-parser does not preserve this.
 */
const inserted = (text: string, { section, name, value }: ConfigEntry): string => {
  const tree = parseTree(text, [], { allowTrailingComma: true })!;
  if (name === undefined) return insertFirst(text, tree, section, value, "  ");
  const present = findNodeAtLocation(tree, [section]);
  return present === undefined
    ? insertFirst(text, tree, section, { [name]: value }, "  ")
    : insertFirst(text, present, name, value, "    ");
};

const insertFirst = (text: string, object: Node, key: string, value: unknown, indent: string): string => {
  const brace = object.offset + 1;
  const lineEnd = text.indexOf("\n", brace);
  const rest = text.slice(brace, lineEnd).trim();
  // A comment next to the brace is about the object.
  const at = lineEnd !== -1 && (rest === "" || rest.startsWith("//")) ? lineEnd : brace;
  const isEmpty = (object.children?.length ?? 0) === 0;
  const entry = JSON.stringify({ [key]: value }, undefined, 2)
    .split("\n")
    .slice(1, -1);
  const lines = entry.map((line) => `\n${indent}${line.slice(2)}`).join("");
  // An empty object may close on the same line.
  return `${text.slice(0, at)}${lines}${isEmpty ? `\n${indent.slice(2)}` : ","}${text.slice(at)}`;
};

/** Writes the config file atomically, with its previous permissions. */
export const writeConfig = async ({ file, isNew, text }: ConfigChange): Promise<void> => {
  const part = `${file}.${process.pid}.part`;
  await writeFile(part, text, isNew ? {} : { mode: (await stat(file)).mode });
  await rename(part, file);
};

const textOf = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UsageError(`can't read the config file: ${(error as Error).message}`);
  }
};
