import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  DEFAULT_PARSER_LIMITS,
  type ParsedBlock,
  type ParsedDocumentInfo,
  type ParserEvent,
  type ParserLimits,
  type ParserV1,
} from "@quarry/plugin";
import { Schema } from "effect";
import plugin from "../src/index.ts";

export interface ReadImage {
  readonly events: readonly ParserEvent[];
  readonly blocks: readonly ParsedBlock[];
  readonly texts: readonly string[];
  /** All info events merged in order. */
  readonly info: ParsedDocumentInfo;
}

export const imageParserWith = async (settings: Record<string, unknown> = {}): Promise<ParserV1> =>
  plugin.make(Schema.decodeUnknownSync(plugin.settings)(settings));

/** Writes the bytes to a file and parses it. */
export async function readImage(
  parser: ParserV1,
  fileType: string,
  bytes: Uint8Array,
  limits: Partial<ParserLimits> = {},
): Promise<ReadImage> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-image-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, bytes);
    const source = { path, size: bytes.length, filename: `scan.${fileType}`, fileType };
    const events: ParserEvent[] = [];
    for await (const event of parser.parse(source, { ...DEFAULT_PARSER_LIMITS, ...limits })) events.push(event);
    const blocks = events.flatMap((event) => (event.type === "block" ? [event.block] : []));
    const infos = events.flatMap((event) => (event.type === "info" ? [event.info] : []));
    return { events, blocks, texts: blocks.map(({ text }) => text), info: Object.assign({}, ...infos) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
