import { describeValue } from "@quarry/plugin/domain";
import type { EmbedRequest, EmbedResult, RerankRequest } from "@quarry/plugin";
import { WrongAnswer } from "../wrong-answer.ts";
import { readArray, readObject } from "./read-values.ts";
import { readVector } from "./read-vector.ts";

/** Validates vectors: one per text, of the requested dimension, of unit length or all zero. */
export const readVectors = (answer: unknown, { texts, dimension }: EmbedRequest): EmbedResult => {
  const { vectors } = readObject(answer, "the result");
  const items = readArray(vectors, "vectors", Infinity);
  if (items.length !== texts.length) throw new WrongAnswer(`${items.length} vectors for ${texts.length} texts`);
  return { vectors: items.map((vector) => readVector(vector, { dimension, mayBeZero: true }, "a vector")) };
};

/** Validates the training result of an embedder: at least one byte, in its own format. */
export const readTraining = (answer: unknown): Uint8Array => {
  if (answer instanceof Uint8Array && answer.length > 0) return answer;
  throw new WrongAnswer(`it must be bytes, at least one, it is ${describeValue(answer)}`);
};

/** Validates relevances: one from 0 to 1 for each passage. */
export const readRelevances = (answer: unknown, { passages }: RerankRequest): readonly number[] => {
  const items = readArray(answer, "the relevances", Infinity);
  if (items.length !== passages.length) {
    throw new WrongAnswer(`${items.length} relevances for ${passages.length} passages`);
  }
  return items.map((relevance) => {
    if (typeof relevance === "number" && relevance >= 0 && relevance <= 1) return relevance;
    throw new WrongAnswer(`a relevance lies in [0, 1], and one is ${describeValue(relevance)}`);
  });
};
