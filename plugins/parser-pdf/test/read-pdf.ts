import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  DEFAULT_PARSER_LIMITS,
  type ParsedBlock,
  type ParsedDocumentInfo,
  type ParserEvent,
  type ParserLimits,
} from "@quarry/plugin";
import { Schema } from "effect";
import { afterAll, beforeAll } from "vitest";
import plugin from "../src/index.ts";

export interface ReadPdf {
  readonly blocks: readonly ParsedBlock[];
  readonly info: ParsedDocumentInfo;
  readonly events: readonly ParserEvent[];
}

let folder: string;

/** Registers the folder that `readPdf` writes to; call it once in a test file. */
export function useFolder(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "quarry-pdf-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
}

/** Parsers by settings. Each keeps its recogniser. */
const parsers = new Map<string, ReturnType<typeof plugin.make>>();

/** Parses the bytes as an upload with that name. */
export async function readPdf(
  bytes: Uint8Array,
  settings: Record<string, unknown> = {},
  limits: Partial<ParserLimits> = {},
): Promise<ReadPdf> {
  const path = join(folder, "file");
  await writeFile(path, bytes);
  const parser = await parserOf(settings);
  const source = { path, size: bytes.length, filename: "file.pdf", fileType: "pdf" };
  const events: ParserEvent[] = [];
  for await (const event of parser.parse(source, { ...DEFAULT_PARSER_LIMITS, ...limits })) events.push(event);
  return {
    events,
    blocks: events.flatMap((event) => (event.type === "block" ? [event.block] : [])),
    info: Object.assign({}, ...events.flatMap((event) => (event.type === "info" ? [event.info] : []))),
  };
}

function parserOf(settings: Record<string, unknown>): ReturnType<typeof plugin.make> {
  const key = JSON.stringify(settings);
  const parser = parsers.get(key) ?? plugin.make(Schema.decodeUnknownSync(plugin.settings)(settings));
  parsers.set(key, parser);
  return parser;
}

export const textsOf = (blocks: readonly ParsedBlock[], kind?: ParsedBlock["kind"]): string[] =>
  blocks.filter((block) => kind === undefined || block.kind === kind).map(({ text }) => text);
