import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PARSER_LIMITS, type ParsedBlock, type ParsedDocumentInfo, type ParserLimits } from "@quarry/plugin";
import { Schema } from "effect";
import plugin from "../src/index.ts";

export interface ReadOptions {
  readonly filename?: string;
  readonly bytes?: Uint8Array;
  readonly limits?: Partial<ParserLimits>;
}

export const PDF_BYTES = Buffer.from("%PDF-1.7\nstands for a document");

/** Reads a file with the plugin, with settings as an operator writes them. */
export async function readRemote(settings: unknown, options: ReadOptions = {}) {
  const { filename = "report.pdf", bytes = PDF_BYTES, limits = {} } = options;
  const folder = await mkdtemp(join(tmpdir(), "quarry-remote-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, bytes);
    const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)(settings));
    const fileType = filename.slice(filename.lastIndexOf(".") + 1);
    const blocks: ParsedBlock[] = [];
    let info: ParsedDocumentInfo = {};
    const source = { path, size: bytes.length, filename, fileType };
    for await (const event of parser.parse(source, { ...DEFAULT_PARSER_LIMITS, ...limits })) {
      if (event.type === "block") blocks.push(event.block);
      if (event.type === "info") info = { ...info, ...event.info };
    }
    return { blocks, info };
  } finally {
    await rm(folder, { recursive: true });
  }
}
