import { createRequire } from "node:module";
import { stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import { pathToFileURL } from "node:url";
import {
  DEFAULT_PARSER_LIMITS,
  type ParsedBlock,
  type ParsedDocumentInfo,
  type ParserPlugin,
  type ParserV1,
} from "@quarry/plugin";
import * as Schema from "effect/Schema";

/** A parser as the service loads it. */
export interface ParserChoice {
  readonly name: string;
  readonly moduleUrl: string;
  readonly plugin: ParserPlugin;
}

/** Loads the parser of each file type in the default configuration, by the types that plugins declare. */
const load = async (): Promise<ReadonlyMap<string, ParserChoice>> => {
  const byType = new Map<string, ParserChoice>();
  const { resolve } = createRequire(import.meta.url);
  for (const name of ["text", "html", "office", "pdf", "image"].map((each) => `@quarry/parser-${each}`)) {
    const { default: plugin } = (await import(name)) as { readonly default: ParserPlugin };
    const moduleUrl = pathToFileURL(resolve(name)).href;
    for (const fileType of plugin.capabilities.fileTypes) byType.set(fileType, { name, plugin, moduleUrl });
  }
  return byType;
};

let loaded: Promise<ReadonlyMap<string, ParserChoice>> | undefined;

export const parserOf = async (fileType: string): Promise<ParserChoice | undefined> =>
  (await (loaded ??= load())).get(fileType);

/** Result of a parser for one file. */
export interface ReadResult {
  readonly blocks: readonly ParsedBlock[];
  readonly info: ParsedDocumentInfo;
}

const made = new Map<string, Promise<ParserV1>>();

/** Parses a file in this thread with the parser of its type. Throws the parser's errors. */
export const readFileBlocks = async (path: string, settings: object = {}): Promise<ReadResult> => {
  const fileType = extname(path).slice(1).toLowerCase();
  const choice = await parserOf(fileType);
  if (choice === undefined) throw new Error(`no parser reads .${fileType} files`);
  const { name, plugin } = choice;
  const key = `${name} ${JSON.stringify(settings)}`;
  if (!made.has(key)) {
    made.set(key, Promise.resolve(plugin.make(Schema.decodeUnknownSync(plugin.settings)(settings))));
  }
  const parser = await made.get(key)!;
  const source = { path, size: (await stat(path)).size, filename: basename(path), fileType };
  const blocks: ParsedBlock[] = [];
  let info: ParsedDocumentInfo = {};
  for await (const event of parser.parse(source, DEFAULT_PARSER_LIMITS)) {
    if (event.type === "block") blocks.push(event.block);
    else if (event.type === "info") info = { ...info, ...event.info };
  }
  return { blocks, info };
};
