import type { EmbedRequest } from "@quarry/plugin";
import { AnswerError, unitVectors } from "@quarry/plugin/provider";

/** Returns the vectors of a response, which are in the order of the texts. */
export const readEmbeddings = (
  answer: unknown,
  { texts, dimension, model }: Pick<EmbedRequest, "texts" | "dimension" | "model">,
): readonly Float32Array[] => {
  const embeddings = isRecord(answer) ? answer["embeddings"] : undefined;
  const floats = isRecord(embeddings) ? embeddings["float"] : undefined;
  if (!Array.isArray(floats)) throw new AnswerError("its response has no list `embeddings.float`");
  const vectors = floats.map((vector: unknown) =>
    Array.isArray(vector) ? Float32Array.from(vector as number[]) : undefined,
  );
  return unitVectors(vectors, { count: texts.length, dimension, model });
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
