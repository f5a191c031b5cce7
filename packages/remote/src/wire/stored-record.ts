import { create } from "@bufbuild/protobuf";
import { type VectorRecord as RecordMessage, VectorRecordSchema } from "@quarry/api/plugin";
import { isJsonObject, type JsonObject, type JsonValue } from "@quarry/plugin/domain";
import { type MetadataFacts, metadataFacts, type VectorRecord } from "@quarry/plugin";
import { vectorBytes, vectorOf } from "./float-vector.ts";
import { bytesSize, textSize } from "./parts.ts";
import { WireError } from "./wire-error.ts";

/** Converts a record for a store, with the field values that the store filters by. */
export const recordWithFieldValues = (record: VectorRecord): RecordMessage => {
  const { words, numbers } = metadataFacts(record.metadata);
  const message = plainRecord(record);
  message.words = [...words];
  message.numbers = numberRanges(numbers);
  return message;
};

/** Properties are defined, not assigned: a path can be "__proto__". */
export const numberRanges = (numbers: MetadataFacts["numbers"]): RecordMessage["numbers"] =>
  Object.fromEntries(
    Array.from(numbers, ([path, range]) => [path, { $typeName: "quarry.plugin.v1.NumberRange", ...range }]),
  );

/** Converts a record without field values: for reading, and for a store with the host's own filter code. */
export const plainRecord = ({ id, vector, metadata, text }: VectorRecord): RecordMessage =>
  create(VectorRecordSchema, { id, vector: vectorBytes(vector), metadataJson: JSON.stringify(metadata), text });

export const recordOf = ({ id, vector: bytes, metadataJson, text }: RecordMessage): VectorRecord => {
  const vector = vectorOf(bytes);
  if (vector === undefined) throw new WireError(`a vector of ${bytes.length} bytes, which are not float32 numbers`);
  return { id, vector, metadata: metadataOf(metadataJson), text };
};

export const metadataOf = (json: string): JsonObject => {
  const value = parse(json);
  if (isJsonObject(value)) return value;
  throw new WireError("metadata that is not a JSON object");
};

const parse = (json: string): JsonValue | undefined => {
  try {
    return JSON.parse(json) as JsonValue;
  } catch {
    return undefined;
  }
};

/** Bytes of a number's two bounds with their tags. */
export const RANGE_BYTES = 24;

/** Maximum bytes that a record takes in a message. */
export const recordSize = ({ id, vector, metadataJson, text, words, numbers }: RecordMessage): number => {
  let size = textSize(id) + bytesSize(vector) + textSize(metadataJson) + textSize(text);
  for (const word of words) size += textSize(word);
  for (const path of Object.keys(numbers)) size += textSize(path) + RANGE_BYTES;
  return size;
};
