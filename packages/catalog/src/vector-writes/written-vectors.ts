import { type Passage, VERSION_LENGTH, versionWithoutVector } from "@quarry/index";
import { randomBytes } from "node:crypto";
import type { VectorRecord } from "@quarry/plugin";
import type { CheckedVector } from "../check-vectors.ts";
import { recordOf } from "./target-records.ts";

/** Vectors of one write, with the version in their ids. */
export interface WrittenVectors {
  readonly version: string;
  /** Passages that refer to the vectors once the write is complete, and passages without a vector. */
  readonly passages: readonly Passage[];
  /** Records for the vector store, under new ids that no passage references yet. */
  readonly records: readonly VectorRecord[];
}

export const newVersion = (): string => randomBytes(VERSION_LENGTH).toString("hex").slice(0, VERSION_LENGTH);

export const writtenVectors = (vectors: readonly CheckedVector[]): WrittenVectors => {
  const version = newVersion();
  const passages = vectors.map(({ id, text, metadata, vector }) => ({
    id,
    documentId: "",
    generation: 0,
    chunkIndex: 0,
    text,
    contextText: "",
    metadata,
    tokenCount: 0,
    vectorVersion: vector === undefined ? versionWithoutVector(version) : version,
  }));
  const records = passages.flatMap((passage, at) => {
    const { vector } = vectors[at]!;
    return vector === undefined ? [] : [recordOf(passage, vector)];
  });
  return { version, passages, records };
};
