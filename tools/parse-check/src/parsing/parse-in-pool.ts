import { basename } from "node:path";
import { type ParsePool, ParseFailure } from "@quarry/ingest";
import type { ParsedDocumentInfo } from "@quarry/plugin";
import { parsersByType } from "./parsers.ts";

/** How reading one file in the pool ended. */
export type PoolResult =
  | {
      readonly status: "ready";
      readonly chunks: number;
      readonly characters: number;
      readonly info: ParsedDocumentInfo;
    }
  | { readonly status: "failed"; readonly reason: string; readonly message: string; readonly detail?: string };

/** The service's defaults. */
const CHUNKING = { chunkSize: 512, chunkOverlap: 50 };

export interface PoolFile {
  readonly path: string;
  readonly size: number;
  readonly fileType: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Reads a file as the service would; throws only what the pool should never throw. */
export const parseInPool = async (
  pool: ParsePool["Service"],
  { path, size, fileType, settings = {} }: PoolFile,
): Promise<PoolResult> => {
  const parser = (await parsersByType()).get(fileType);
  if (parser === undefined) throw new Error(`no parser reads .${fileType} files`);
  const { name, moduleUrl, plugin } = parser;
  const task = {
    source: { path, size, filename: basename(path), fileType },
    parser: { plugin: name, moduleUrl, settings, isolation: plugin.capabilities.isolation ?? "thread" },
    ...CHUNKING,
  };
  let chunks = 0;
  let characters = 0;
  try {
    for await (const event of pool.parse(task, new AbortController().signal)) {
      if (event.type === "end") return { status: "ready", chunks, characters, info: event.info };
      if (event.type !== "chunks") continue;
      chunks += event.chunks.length;
      for (const { text } of event.chunks) characters += text.length;
    }
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error;
    const { reason, message, detail } = error;
    return { status: "failed", reason, message, ...(detail !== undefined && { detail }) };
  }
  throw new Error("the pool gave no end");
};
