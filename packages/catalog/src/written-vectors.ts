import { randomBytes } from "node:crypto";
import type { VectorRecord } from "@quarry/plugin";
import { type Passage, VERSION_LENGTH, vectorIdOf } from "@quarry/search";
import type { CheckedVector } from "./check-vectors.ts";

/** Vectors of one write, and what they are called in it. */
export interface WrittenVectors {
  readonly version: string;
  readonly vectors: readonly CheckedVector[];
  /** As a vector store takes them, under ids that no passage names before the write is complete. */
  readonly records: readonly VectorRecord[];
}

export const newVersion = (): string => randomBytes(VERSION_LENGTH).toString("hex").slice(0, VERSION_LENGTH);

export const writtenVectors = (vectors: readonly CheckedVector[]): WrittenVectors => {
  const version = newVersion();
  const records = vectors.map(({ id, vector, metadata, text }) => ({
    id: vectorIdOf({ id, vectorVersion: version }),
    vector,
    metadata,
    text,
  }));
  return { version, vectors, records };
};

/** The passages that name the vectors. */
export const passagesOf = ({ version, vectors }: WrittenVectors): readonly Passage[] =>
  vectors.map(({ id, text, metadata }) => ({
    id,
    documentId: "",
    generation: 0,
    chunkIndex: 0,
    text,
    contextText: "",
    metadata,
    tokenCount: 0,
    vectorVersion: version,
  }));
