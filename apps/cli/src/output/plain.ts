import {
  type DescField,
  type DescMessage,
  type JsonValue,
  type MessageShape,
  ScalarType,
  toJson,
} from "@bufbuild/protobuf";

/**
 * A message as the REST API spells it: field names with underscores, statuses in lower case without their prefix,
 * counts as numbers.
 */
export const plain = <Schema extends DescMessage>(schema: Schema, message: MessageShape<Schema>): JsonValue =>
  plainMessage(schema, toJson(schema, message, { useProtoFieldName: true, alwaysEmitImplicit: true }));

const plainMessage = (schema: DescMessage, json: JsonValue): JsonValue => {
  // Structs and timestamps have a JSON of their own.
  if (schema.typeName.startsWith("google.protobuf.") || typeof json !== "object" || json === null) return json;
  const fields = new Map(schema.fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, plainField(fields.get(name), value as JsonValue)]),
  );
};

const plainField = (field: DescField | undefined, value: JsonValue): JsonValue => {
  if (field === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => plainValue(field, item));
  return plainValue(field, value);
};

const plainValue = (field: DescField, value: JsonValue): JsonValue => {
  if (field.message !== undefined) return plainMessage(field.message, value);
  if (field.enum !== undefined && typeof value === "string") {
    return value.slice(field.enum.sharedPrefix?.length ?? 0).toLowerCase();
  }
  // 64-bit numbers are strings in Protobuf's JSON; the counts and sizes here are far from where that matters.
  const isText = field.scalar === ScalarType.STRING || field.scalar === ScalarType.BYTES;
  return field.scalar !== undefined && typeof value === "string" && !isText ? Number(value) : value;
};
