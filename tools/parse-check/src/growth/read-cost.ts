import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyze, Chunker, indexText } from "@quarry/text";
import { readFileBlocks } from "../parsing/read-file.ts";

/** Processor time in milliseconds of reading a file, cutting it, and indexing and embedding what it is cut into. */
export const readCost = async (fileType: string, bytes: Buffer): Promise<number> => {
  const directory = await mkdtemp(join(tmpdir(), "quarry-growth-"));
  const path = join(directory, `file.${fileType}`);
  await writeFile(path, bytes);
  const before = process.cpuUsage();
  try {
    const { blocks } = await readFileBlocks(path);
    const chunker = new Chunker({ chunkSize: 512, chunkOverlap: 50 });
    const words = new Set<string>();
    for (const { text } of [...blocks.flatMap((block) => chunker.push(block)), ...chunker.finish()]) {
      indexText(text, words);
      analyze(text);
    }
  } catch {
    // That it can't be read is an answer too.
  } finally {
    await rm(directory, { recursive: true });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
