import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PARSER_LIMITS, type ParsedBlock, type ParsedDocumentInfo, type ParserLimits } from "@quarry/plugin";
import { parserEventProblems } from "@quarry/plugin-testkit";
import { Schema } from "effect";
import { expect } from "vitest";
import plugin from "../src/index.ts";

/**
 * Parses an in-memory file with the real parser. Returns blocks as lines: `heading1: Parts`, `table_row#2@3: Valve |
 * 12`.
 */
export async function readFile(
  fileType: string,
  bytes: Uint8Array,
  settings: unknown = {},
  limits: Partial<ParserLimits> = {},
): Promise<{ readonly info: ParsedDocumentInfo; readonly lines: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-officeparser-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, bytes);
    const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)(settings));
    const source = { path, size: bytes.length, filename: `file.${fileType}`, fileType };
    const events = [];
    for await (const event of parser.parse(source, { ...DEFAULT_PARSER_LIMITS, ...limits })) events.push(event);
    expect(parserEventProblems(events)).toEqual([]);
    return {
      info: Object.assign(
        {},
        ...events.map((event) => (event.type === "info" ? event.info : {})),
      ) as ParsedDocumentInfo,
      lines: events.flatMap((event) => (event.type === "block" ? [lineOf(event.block)] : [])),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const lineOf = ({ kind, level, tableId, page, text }: ParsedBlock): string =>
  `${kind}${level ?? ""}${tableId === undefined ? "" : `#${tableId}`}${page == null ? "" : `@${page}`}: ${text}`;
