import { describeValue } from "@quarry/plugin/domain";
import type { EmbedRequest, EmbedResult, RerankRequest } from "@quarry/plugin";
import { WrongAnswer } from "../wrong-answer.ts";
import { readArray, readObject } from "./read-values.ts";
import { readVector } from "./read-vector.ts";

/** A vector for each text, of the dimension asked for, of unit length or all zero. */
export const readVectors = (answer: unknown, { texts, dimension }: EmbedRequest): EmbedResult => {
  const { vectors } = readObject(answer, "the result");
  const answered = readArray(vectors, "vectors", Infinity);
  if (answered.length !== texts.length) throw new WrongAnswer(`${answered.length} vectors for ${texts.length} texts`);
  return { vectors: answered.map((vector) => readVector(vector, { dimension, mayBeZero: true }, "a vector")) };
};

/** Training result of an embedder: bytes in its own format, at least one. */
export const readTraining = (answer: unknown): Uint8Array => {
  if (answer instanceof Uint8Array && answer.length > 0) return answer;
  throw new WrongAnswer(`it must be bytes, at least one, it is ${describeValue(answer)}`);
};

/** A relevance from 0 to 1 for each passage. */
export const readRelevances = (answer: unknown, { passages }: RerankRequest): readonly number[] => {
  const answered = readArray(answer, "the relevances", Infinity);
  if (answered.length !== passages.length) {
    throw new WrongAnswer(`${answered.length} relevances for ${passages.length} passages`);
  }
  return answered.map((relevance) => {
    if (typeof relevance === "number" && relevance >= 0 && relevance <= 1) return relevance;
    throw new WrongAnswer(`a relevance lies in [0, 1], and one is ${describeValue(relevance)}`);
  });
};
