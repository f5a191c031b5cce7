import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { madeUpWords, Random } from "@quarry/services/kit";
import type { Bench } from "../harness/bench.ts";
import { openTextVectors } from "./plugins.ts";

export const LIBRARY_WORDS = 80;
export const LIBRARY_DIMENSION = 384;
export const BATCH = 1_000;
/** As many texts as the embedder takes at once. */
const EMBEDDED_AT_ONCE = 250;

export interface LibraryRows {
  readonly texts: readonly string[];
  readonly vectors: readonly Float32Array<ArrayBuffer>[];
}

/**
 * Gives the rows of a library by batches: texts about a thousand subjects with their vectors. They are made ahead and
 * kept in files, since making them costs a client about as much as writing them costs the service.
 */
export const libraryRows = async (bench: Bench, rows: number): Promise<(batch: number) => LibraryRows> => {
  const folder = await bench.prepared(`library-rows-${rows}`, (folder) => make(folder, rows));
  return (batch) => deserialize(readFileSync(fileOf(folder, batch))) as LibraryRows;
};

const fileOf = (folder: string, batch: number): string => join(folder, `rows-${batch}`);

const make = async (folder: string, rows: number): Promise<void> => {
  await using embedder = await openTextVectors(join(folder, "embedder"), LIBRARY_DIMENSION);
  const random = new Random(31);
  for (let start = 0; start < rows; start += BATCH) {
    const length = Math.min(BATCH, rows - start);
    const texts = Array.from({ length }, (_, at) => madeUpWords().about(start + at, LIBRARY_WORDS, random));
    const vectors: Float32Array[] = [];
    for (let from = 0; from < length; from += EMBEDDED_AT_ONCE)
      vectors.push(...(await embedder.of(texts.slice(from, from + EMBEDDED_AT_ONCE))).map((vector) => vector.slice()));
    writeFileSync(fileOf(folder, start / BATCH), serialize({ texts, vectors }));
  }
};
