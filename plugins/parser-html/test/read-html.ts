import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PARSER_LIMITS, type ParsedBlock, type ParserEvent } from "@quarry/plugin";
import { Schema } from "effect";
import plugin from "../src/index.ts";

/** Writes the page to a temporary file and parses it. */
export async function readHtml(
  content: string | Uint8Array,
  settings: Record<string, unknown> = {},
): Promise<ParserEvent[]> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-html-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, content);
    const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)(settings));
    const source = { path, size: Buffer.byteLength(content), filename: "file.html", fileType: "html" };
    const events: ParserEvent[] = [];
    for await (const event of parser.parse(source, DEFAULT_PARSER_LIMITS)) events.push(event);
    return events;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const blocksOf = (events: readonly ParserEvent[]): ParsedBlock[] =>
  events.flatMap((event) => (event.type === "block" ? [event.block] : []));

export const textsOf = (events: readonly ParserEvent[]): string[] => blocksOf(events).map(({ text }) => text);
