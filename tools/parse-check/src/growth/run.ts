import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyze, Chunker, indexText } from "@quarry/text";
import { readFileBlocks } from "../parsing.ts";
import { shapes } from "./shapes.ts";

const BYTES = 300_000;
/** Shorter times are not judged: they consist mainly of the fixed cost for any file of this size. */
const QUICK_MS = 250;
/** Maximum ratio of times when the size doubles; slightly more than two, because caches have a fixed size. */
const MOST_GROWTH = 2.6;

/** Returns whether parsing time is linear in a file's size for every shape: `npm run growth [-- md,html]`. */
export const runGrowth = async ([types]: readonly string[]): Promise<boolean> => {
  const wanted = types?.split(",");
  let slow = 0;
  let count = 0;
  for (const { what, fileType, make } of shapes) {
    if (wanted?.includes(fileType) === false) continue;
    count += 1;
    if ((await readCost(fileType, make(BYTES))) < QUICK_MS) continue;
    const once = await readCost(fileType, make(2 * BYTES));
    const twice = await readCost(fileType, make(4 * BYTES));
    if (twice <= once * MOST_GROWTH) continue;
    slow += 1;
    console.log(`${what}: ${Math.round(once)} ms, of twice as much ${Math.round(twice)} ms`);
  }
  console.log(`growth: ${count} shapes, ${slow} of which take more than their size says`);
  return slow === 0;
};

/** Returns the CPU time in milliseconds of parsing and chunking a file, and of indexing and embedding its chunks. */
const readCost = async (fileType: string, bytes: Buffer): Promise<number> => {
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
    // A parser error is a valid result too.
  } finally {
    await rm(directory, { recursive: true });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
