import { open, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/**
 * Heap limit below the size of the files, and slightly above what the modules need: a parser that loads a whole file
 * exceeds it.
 */
const OLD_SPACE_MEGABYTES = 64;
const MEGABYTE = 1_048_576;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-text-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function writeRepeated(name: string, segment: string, bytes: number, head = "", tail = ""): Promise<string> {
  const path = join(folder, name);
  await using file = await open(path, "w");
  const block = Buffer.from(segment.repeat(Math.ceil(MEGABYTE / segment.length)));
  await file.write(head);
  for (let written = 0; written < bytes; written += block.length) await file.write(block);
  await file.write(tail);
  return path;
}

/** Reads a file in a worker thread with little memory. Returns the number of characters and the longest block. */
function readInWorker(path: string, fileType: string): Promise<{ characters: number; longest: number }> {
  const worker = new Worker(new URL("./memory-worker.ts", import.meta.url), {
    workerData: { path, fileType },
    resourceLimits: { maxOldGenerationSizeMb: OLD_SPACE_MEGABYTES },
  });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/** Time limit: reading takes seconds of processor time, and minutes on a busy machine. */
const TIMEOUT_MS = 300_000;

describe("memory", { timeout: TIMEOUT_MS }, () => {
  it("reads 100 MB of paragraphs in a worker with 64 MB", async () => {
    const path = await writeRepeated(
      "paragraphs",
      "A line of some words that says little.\nAnd one more.\n\n",
      100 * MEGABYTE,
    );
    const { characters } = await readInWorker(path, "txt");
    expect(characters).toBeGreaterThan(95 * MEGABYTE);
  });

  it.each([
    ["json", "[", '{"id": 7, "name": "valve", "text": "Some words that say little."},\n', "1]"],
    ["xml", "<r><p>", "some <b>running</b> text ", "</p></r>"],
    ["csv", "id,name,text\n", '7,"valve","Some words, that say little."\n', ""],
  ])("reads 60 MB of %s in a worker with 64 MB (%#)", async (fileType, head, segment, tail) => {
    const path = await writeRepeated(`part.${fileType}`, segment, 60 * MEGABYTE, head, tail);
    const { characters, longest } = await readInWorker(path, fileType);
    expect(characters).toBeGreaterThan(15 * MEGABYTE);
    expect(longest).toBeLessThanOrEqual(50_001);
  });

  it("reads one line of 50 MB in several blocks", async () => {
    const path = await writeRepeated("line", "lorem ipsum dolor ", 50 * MEGABYTE);
    const { characters, longest } = await readInWorker(path, "txt");
    expect(characters).toBeGreaterThan(49 * MEGABYTE);
    expect(longest).toBeLessThanOrEqual(50_000);
  });

  it("reads one line of 50 MB without spaces in several blocks", async () => {
    const path = await writeRepeated("solid", "x", 50 * MEGABYTE);
    const { longest } = await readInWorker(path, "txt");
    expect(longest).toBe(50_000);
  });
});
