import { type DescEnum, type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { float32_array } from "@quarry/api";
import { enumNames } from "../json/enum-names.ts";
import {
  isSixtyFourBit,
  isStruct,
  isTimestamp,
  listField,
  mayBeBoolean,
  outsideDialect,
  stringField,
} from "../json/field-kinds.ts";
import { valueComment } from "./comments.ts";
import { allowedNumbers, listKeywords, valueKeywords } from "./field-rules.ts";
import type { JsonNode } from "./json-schema.ts";

/** Returns a reference to the schema of a message, which the schema book stores. */
export type MessageRef = (message: DescMessage) => JsonNode;

const ANY_OBJECT: JsonNode = { type: "object", additionalProperties: true };
const TIMESTAMP: JsonNode = { type: "string", format: "date-time" };

/** Returns the schema of a field's JSON; for a list field, of the whole list. */
export function fieldSchema(field: DescField, refOf: MessageRef): JsonNode {
  if (field.fieldKind === "map") throw outsideDialect(field);
  if (field.fieldKind !== "list") return valueSchema(field, refOf);
  return { type: "array", items: valueSchema(field, refOf), ...listKeywords(field) };
}

function valueSchema(field: DescField, refOf: MessageRef): JsonNode {
  if (field.enum !== undefined) return enumSchema(field, field.enum);
  if (field.message !== undefined) return messageValueSchema(field.message, refOf);
  if (field.scalar === undefined) throw outsideDialect(field);
  if (field.scalar === ScalarType.BYTES) return bytesSchema(field);
  return { ...scalarSchema(field.scalar), ...valueKeywords(field) };
}

function messageValueSchema(message: DescMessage, refOf: MessageRef): JsonNode {
  if (isStruct(message)) return ANY_OBJECT;
  if (isTimestamp(message)) return TIMESTAMP;
  const list = listField(message);
  if (list !== undefined) return fieldSchema(list, refOf);
  if (stringField(message) !== undefined) return { anyOf: [{ type: "string" }, refOf(message)] };
  return mayBeBoolean(message) ? { anyOf: [{ type: "boolean" }, refOf(message)] } : refOf(message);
}

function enumSchema(field: DescField, descriptor: DescEnum): JsonNode {
  const allowed = allowedNumbers(field);
  const { nameOf } = enumNames(descriptor);
  const listed = [...nameOf].filter(([number]) => allowed?.includes(number) !== false);
  return { type: "string", enum: listed.map(([, name]) => name) };
}

/** Lists an enum's values and their meanings, for a field's description. */
export function enumMeanings(descriptor: DescEnum, field: DescField): string {
  const allowed = allowedNumbers(field);
  const { nameOf } = enumNames(descriptor);
  return descriptor.values
    .filter(({ number }) => nameOf.has(number) && allowed?.includes(number) !== false)
    .map(({ name, number }) => `\n- \`${nameOf.get(number)}\`: ${valueComment(descriptor, name)}`)
    .join("");
}

function bytesSchema(field: DescField): JsonNode {
  if (getOption(field, float32_array)) return { type: "array", items: { type: "number" }, minItems: 1 };
  return { type: "string", contentEncoding: "base64" };
}

function scalarSchema(scalar: ScalarType): JsonNode {
  // The value must be exact as a double, which is JSON's number type.
  if (isSixtyFourBit(scalar)) return { type: "integer", format: "int64" };
  switch (scalar) {
    case ScalarType.STRING:
      return { type: "string" };
    case ScalarType.BOOL:
      return { type: "boolean" };
    case ScalarType.DOUBLE:
      return { type: "number", format: "double" };
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return { type: "integer", minimum: 0, maximum: 0xffff_ffff };
    default:
      return { type: "integer", format: "int32", minimum: -0x8000_0000, maximum: 0x7fff_ffff };
  }
}
