import type { DescField, DescMessage, JsonValue } from "@bufbuild/protobuf";

/** Converts an answer to the REST API's JSON: field names with underscores. Metadata keeps its own names. */
export const plain = (schema: DescMessage, answer: unknown): JsonValue => {
  if (schema.typeName.startsWith("google.protobuf.") || typeof answer !== "object" || answer === null) {
    return answer as JsonValue;
  }
  // A list is the single field of its message.
  if (Array.isArray(answer)) return plainField(schema.fields[0]!, answer);
  const input = answer as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    schema.fields
      .filter(({ localName }) => input[localName] !== undefined)
      .map((field) => [field.name, plainField(field, input[field.localName])]),
  );
};

const plainField = (field: DescField, value: unknown): JsonValue => {
  if (field.message === undefined) return value as JsonValue;
  const { message } = field;
  return field.fieldKind === "list"
    ? (value as readonly unknown[]).map((item) => plain(message, item))
    : plain(message, value);
};
