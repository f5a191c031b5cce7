import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { madeUpWords, Random, VectorGroups } from "@quarry/services/kit";
import type { Bench } from "../harness/bench.ts";

export const LIBRARY_WORDS = 80;
export const LIBRARY_DIMENSION = 384;
export const BATCH = 1_000;
/** Number of subjects. Vectors of texts on one subject are near each other. */
const SUBJECTS = 1_000;

export interface LibraryRows {
  readonly texts: readonly string[];
  readonly vectors: readonly Float32Array<ArrayBuffer>[];
}

/** Query on a subject with realistic terms, and a vector near those of its texts, as a model would return it. */
export interface LibraryQuestion {
  readonly query: string;
  readonly vector: readonly number[];
}

/**
 * Returns the rows of a library by batches: texts about a thousand subjects with their vectors. They are generated in
 * advance and stored in files, because generating them costs a client about as much as writing them costs the service.
 */
export const libraryRows = async (bench: Bench, rows: number): Promise<(batch: number) => LibraryRows> => {
  const folder = await bench.prepared(`library-rows-${rows}`, async (folder) => make(folder, rows));
  return (batch) => deserialize(readFileSync(fileOf(folder, batch))) as LibraryRows;
};

const fileOf = (folder: string, batch: number): string => join(folder, `rows-${batch}`);

const make = (folder: string, rows: number): void => {
  const random = new Random(31);
  const vectors = libraryVectors();
  for (let start = 0; start < rows; start += BATCH) {
    // Random subjects, so that the rows that match a filter include all subjects.
    const subjects = Array.from({ length: Math.min(BATCH, rows - start) }, () => random.between(0, SUBJECTS - 1));
    const texts = subjects.map((subject) => madeUpWords().about(subject, LIBRARY_WORDS, random));
    const of = subjects.map((subject) => vectors.next(random, subject));
    writeFileSync(fileOf(folder, start / BATCH), serialize({ texts, vectors: of } satisfies LibraryRows));
  }
};

const libraryVectors = (): VectorGroups => new VectorGroups(LIBRARY_DIMENSION, new Random(32));

/** Returns queries of a few words, every fourth one a question. */
export const libraryQuestions = (count: number, seed: number): readonly LibraryQuestion[] => {
  const random = new Random(seed);
  const vectors = libraryVectors();
  return Array.from({ length: count }, (_, index) => {
    const subject = random.between(0, SUBJECTS - 1);
    const words = madeUpWords();
    const query =
      index % 4 === 0 ? words.question(subject, 9, random) : words.keywords(subject, 2 + (index % 3), random);
    return { query, vector: Array.from(vectors.next(random, subject)) };
  });
};
