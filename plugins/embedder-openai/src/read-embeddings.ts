import type { EmbedRequest } from "@quarry/plugin";
import { AnswerError, unitVectors } from "@quarry/plugin/provider";

/** Returns the vectors of a response in the order of the texts, whatever the response's order and format. */
export const readEmbeddings = (
  answer: unknown,
  { texts, dimension, model }: Pick<EmbedRequest, "texts" | "dimension" | "model">,
): readonly Float32Array[] => {
  const data = isRecord(answer) ? answer["data"] : undefined;
  if (!Array.isArray(data)) throw new AnswerError("its response has no list `data`");
  const count = texts.length;
  if (data.length !== count) throw new AnswerError(`it returned ${data.length} vectors for ${count} texts`);
  const vectors = Array.from<Float32Array | undefined>({ length: count });
  for (const [position, item] of data.entries()) {
    const entry: Record<string, unknown> = isRecord(item) ? item : {};
    // Some servers omit the index and return the order of the texts.
    const index = entry["index"] ?? position;
    if (typeof index !== "number" || !(index in vectors) || vectors[index] !== undefined)
      throw new AnswerError(`\`index\` of entry ${position} is ${JSON.stringify(index)}, for ${count} texts`);
    vectors[index] = toVector(entry["embedding"], position);
  }
  return unitVectors(vectors, { count, dimension, model });
};

const toVector = (value: unknown, position: number): Float32Array => {
  if (Array.isArray(value)) return Float32Array.from(value as number[]);
  if (typeof value !== "string") throw new AnswerError(`entry ${position} has no \`embedding\``);
  const bytes = Buffer.from(value, "base64");
  if (bytes.length % 4 !== 0) throw new AnswerError(`the \`embedding\` of entry ${position} is not base64 of float32`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const vector = new Float32Array(bytes.length / 4);
  for (let index = 0; index < vector.length; index++) vector[index] = view.getFloat32(index * 4, true);
  return vector;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
