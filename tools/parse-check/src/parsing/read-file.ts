import { stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import { DEFAULT_PARSER_LIMITS, type ParsedBlock, type ParsedDocumentInfo, type ParserV1 } from "@quarry/plugin";
import * as Schema from "effect/Schema";
import { parsersByType } from "./parsers.ts";

/** What a parser gave for one file. */
export interface ReadResult {
  readonly blocks: readonly ParsedBlock[];
  readonly info: ParsedDocumentInfo;
}

const made = new Map<string, Promise<ParserV1>>();

/** Reads a file in this thread with the parser of its type; throws what the parser throws. */
export const readFileBlocks = async (
  path: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<ReadResult> => {
  const fileType = extname(path).slice(1).toLowerCase();
  const parser = await parserFor(fileType, settings);
  const blocks: ParsedBlock[] = [];
  let info: ParsedDocumentInfo = {};
  const source = { path, size: (await stat(path)).size, filename: basename(path), fileType };
  for await (const event of parser.parse(source, DEFAULT_PARSER_LIMITS)) {
    if (event.type === "block") blocks.push(event.block);
    else if (event.type === "info") info = { ...info, ...event.info };
  }
  return { blocks, info };
};

const parserFor = async (fileType: string, settings: Readonly<Record<string, unknown>>): Promise<ParserV1> => {
  const choice = (await parsersByType()).get(fileType);
  if (choice === undefined) throw new Error(`no parser reads .${fileType} files`);
  const key = `${choice.name} ${JSON.stringify(settings)}`;
  let parser = made.get(key);
  if (parser === undefined) {
    parser = Promise.resolve(choice.plugin.make(Schema.decodeUnknownSync(choice.plugin.settings)(settings)));
    made.set(key, parser);
  }
  return parser;
};
