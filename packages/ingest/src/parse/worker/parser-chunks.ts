import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { isJsonObject, type JsonObject } from "@quarry/plugin/domain";
import { ParserError } from "@quarry/plugin";
import { countTokens } from "@quarry/text/chunks";
import type { ParsedFile, ParseTask } from "../parse-protocol.ts";
import { ChunkBatches } from "./chunk-batches.ts";
import type { Outbox } from "./outbox.ts";
import { ReadingWatch } from "./reading-watch.ts";

/** Number of characters between two chunks in the text that their offsets refer to. */
const GAP_CHARACTERS = 2;

/** Sends uploaded chunks as they are in the lines of the file, without splitting or joining any. */
export const sendUploadedChunks = async (task: ParseTask, outbox: Outbox): Promise<ParsedFile> => {
  outbox.begin();
  const watch = new ReadingWatch();
  const batches = new ChunkBatches(outbox, task.source.filename);
  const lines = createInterface({ input: createReadStream(task.source.path), crlfDelay: Infinity });
  let [chunkIndex, startChar] = [0, 0];
  for await (const line of lines) {
    const { text, page, section, metadata } = chunkOf(line);
    watch.pauseReading();
    const tokenCount = watch.chunking(() => countTokens(text));
    if (tokenCount > task.maxChunkTokens) throw tooLong(chunkIndex, tokenCount, task.maxChunkTokens);
    const range = { startChar, endChar: startChar + text.length };
    const input = { chunkIndex, text, page, section, mainSection: section, ...range, tokenCount };
    await batches.add([{ ...input, ...(metadata !== undefined && { ownMetadata: metadata }) }]);
    await batches.report();
    chunkIndex += 1;
    startChar = range.endChar + GAP_CHARACTERS;
    watch.resumeReading();
  }
  await batches.flush();
  return { info: batches.info, ...watch.times };
};

interface ReadChunk {
  readonly text: string;
  readonly page: number | null;
  readonly section: readonly string[];
  readonly metadata: JsonObject | undefined;
}

/** The file has the service's own format, so any deviation is damage. */
const chunkOf = (line: string): ReadChunk => {
  const value: unknown = JSON.parse(line);
  if (!isJsonObject(value) || typeof value["text"] !== "string") {
    throw new ParserError("corrupt", "the file with the document's chunks is damaged: upload them again");
  }
  const { text, page, section, metadata } = value as JsonObject & { readonly text: string };
  return {
    text,
    page: typeof page === "number" ? page : null,
    section: Array.isArray(section) ? (section as string[]) : [],
    metadata: isJsonObject(metadata) ? metadata : undefined,
  };
};

const tooLong = (index: number, tokens: number, most: number): ParserError =>
  new ParserError("limit", `chunks[${index}].text: must have at most ${most} tokens, got ${tokens}: cut it smaller`);
