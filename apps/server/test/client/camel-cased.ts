import { type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { absent_when_unset, float32_array } from "@quarry/api";

type Fields = Readonly<Record<string, unknown>>;

/** Converts the REST API's JSON to camelCase names. A missing string becomes empty, and file contents become bytes. */
export const camelCased = (schema: DescMessage, json: unknown): unknown => {
  if (schema.typeName.startsWith("google.protobuf.") || json === null || typeof json !== "object") return json;
  if (Array.isArray(json)) return camelCasedValue(schema.fields[0]!, json);
  const input = json as Fields;
  const fields = schema.fields.flatMap((field) => {
    if (field.name in input) return [[field.localName, camelCasedValue(field, input[field.name])]];
    return getOption(field, absent_when_unset) ? [[field.localName, ""]] : [];
  });
  return Object.fromEntries(fields) as unknown;
};

const camelCasedValue = (field: DescField, value: unknown): unknown => {
  const { message } = field;
  if (message !== undefined && field.fieldKind === "list")
    return (value as readonly unknown[]).map((item) => camelCased(message, item));
  if (message !== undefined) return camelCased(message, value);
  const isFile = field.scalar === ScalarType.BYTES && !getOption(field, float32_array);
  return isFile ? new Uint8Array(Buffer.from(value as string, "base64")) : value;
};
