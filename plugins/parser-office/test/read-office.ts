import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PARSER_LIMITS, type ParsedBlock, type ParsedDocumentInfo, type ParserLimits } from "@quarry/plugin";
import { parserEventProblems } from "@quarry/plugin-testkit";
import { Schema } from "effect";
import { expect } from "vitest";
import plugin from "../src/index.ts";

export interface OfficeText {
  readonly info: ParsedDocumentInfo;
  readonly blocks: readonly ParsedBlock[];
}

/** Parses an in-memory file with the real parser and checks that its events follow the contract. */
export async function readOffice(
  fileType: string,
  bytes: Uint8Array,
  limits: Partial<ParserLimits> = {},
  settings: unknown = {},
): Promise<OfficeText> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-office-"));
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
        ...events.flatMap((event) => (event.type === "info" ? [event.info] : [])),
      ) as ParsedDocumentInfo,
      blocks: events.flatMap((event) => (event.type === "block" ? [event.block] : [])),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Formats blocks as lines: `heading1: Parts`, `table_row#2: Valve | 12`, with the suffix `@3` for a page. */
export const linesOf = ({ blocks }: OfficeText): string[] =>
  blocks.map(
    ({ kind, level, tableId, page, text }) =>
      `${kind}${level ?? ""}${tableId === undefined ? "" : `#${tableId}`}${page == null ? "" : `@${page}`}: ${text}`,
  );
