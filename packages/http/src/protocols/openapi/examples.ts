import { type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { null_when_unset } from "@quarry/api";
import { enumNames } from "../json/enum-names.ts";
import { isStruct, isTimestamp, jsonFields, listField } from "../json/field-kinds.ts";
import { FIELD_EXAMPLES } from "./example-values.ts";
import { rulesOf } from "./field-rules.ts";
import type { JsonNode, JsonValue } from "./json-schema.ts";

/** Builds a plausible answer, with a value for every field that is always present. */
export function answerExample(message: DescMessage): JsonNode {
  return Object.fromEntries(
    jsonFields(message).flatMap((field) => {
      const value = fieldExample(field);
      return value === undefined ? [] : [[field.name, value] as const];
    }),
  );
}

/** Returns a plausible value of a field; undefined for a field that answers usually omit. */
function fieldExample(field: DescField): JsonValue | undefined {
  const own = FIELD_EXAMPLES[`${field.parent.name}.${field.name}`];
  if (own !== undefined) return own;
  if (getOption(field, null_when_unset)) return null;
  if (field.oneof !== undefined) return undefined;
  if (field.presence === FeatureSet_FieldPresence.EXPLICIT && field.proto.proto3Optional) return undefined;
  if (field.message !== undefined && field.fieldKind === "list") return [answerExample(field.message)];
  return FIELD_EXAMPLES[field.name] ?? fallback(field);
}

/** Returns a plausible value of a request parameter. */
export const parameterExample = (field: DescField): JsonValue | undefined =>
  FIELD_EXAMPLES[`${field.parent.name}.${field.name}`] ?? FIELD_EXAMPLES[field.name];

function fallback(field: DescField): JsonValue | undefined {
  const rules = rulesOf(field);
  if (rules.type.case === "string") return rules.type.value.const || rules.type.value.in[0] || "";
  if (field.enum !== undefined) return [...enumNames(field.enum).numberOf.keys()][0];
  if (field.message === undefined) return field.scalar === ScalarType.STRING ? "" : undefined;
  if (isStruct(field.message)) return {};
  if (isTimestamp(field.message)) return FIELD_EXAMPLES["created_at"];
  return listField(field.message) === undefined ? answerExample(field.message) : [];
}
