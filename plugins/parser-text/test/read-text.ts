import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PARSER_LIMITS, type ParsedBlock, type ParserEvent } from "@quarry/plugin";
import { Schema } from "effect";
import plugin from "../src/index.ts";

/** Passes the events of a file to `visit` as they arrive. */
export async function visitFile(path: string, fileType: string, visit: (event: ParserEvent) => void): Promise<void> {
  const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)({}));
  const { size } = await stat(path);
  for await (const event of parser.parse({ path, size, filename: `file.${fileType}`, fileType }, DEFAULT_PARSER_LIMITS))
    visit(event);
}

/** Writes the bytes to a temporary file and parses it. */
export async function readText(fileType: string, bytes: Uint8Array | string): Promise<ParserEvent[]> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-text-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, bytes);
    const events: ParserEvent[] = [];
    await visitFile(path, fileType, (event) => events.push(event));
    return events;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const blocksOf = (events: readonly ParserEvent[]): ParsedBlock[] =>
  events.flatMap((event) => (event.type === "block" ? [event.block] : []));

export const textsOf = (events: readonly ParserEvent[]): string[] => blocksOf(events).map(({ text }) => text);
