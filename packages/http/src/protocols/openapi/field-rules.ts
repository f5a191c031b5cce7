import { type DescField, getOption } from "@bufbuild/protobuf";
import {
  field as fieldRules,
  type FieldRules,
  Ignore,
  type RepeatedRules,
  type StringRules,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import type { JsonNode, JsonValue } from "./json-schema.ts";

/** Returns the validation rules of a field. */
export const rulesOf = (field: DescField): FieldRules => getOption(field, fieldRules);

/** Returns the rules of one item of a list, or of the value of any other field. */
function valueRules(field: DescField): FieldRules | undefined {
  const rules = rulesOf(field);
  return rules.type.case === "repeated" ? rules.type.value.items : field.fieldKind === "list" ? undefined : rules;
}

/** Returns the JSON Schema keywords for the rules of a field's value, except for enums: see `allowedNumbers`. */
export function valueKeywords(field: DescField): JsonNode {
  const rules = valueRules(field);
  const isRequired = rulesOf(field).required && field.fieldKind !== "list";
  if (rules?.type.case === "string") return stringKeywords(rules.type.value, isRequired);
  if (field.fieldKind === "scalar" && isRequired) return { minLength: 1 };
  return isRange(rules?.type.value) ? rangeKeywords(rules.type.value) : {};
}

/** Returns the JSON Schema keywords for a list's number of items. */
export function listKeywords(field: DescField): JsonNode {
  const { type } = rulesOf(field);
  if (type.case !== "repeated") return {};
  const { minItems, maxItems }: RepeatedRules = type.value;
  return { ...(minItems > 0n && { minItems: Number(minItems) }), ...(maxItems > 0n && { maxItems: Number(maxItems) }) };
}

/** Returns the enum numbers that a field accepts; undefined for all. */
export function allowedNumbers(field: DescField): readonly number[] | undefined {
  const rules = valueRules(field);
  const allowed = rules?.type.case === "enum" ? rules.type.value.in : [];
  return allowed.length === 0 ? undefined : allowed;
}

/** Whether a request without the field is rejected. */
export const isRequired = (field: DescField): boolean => {
  const { ignore, required } = rulesOf(field);
  const mayLack = ignore === Ignore.IF_ZERO_VALUE;
  return required || (!mayLack && Number(listKeywords(field)["minItems"] ?? 0) > 0);
};

function stringKeywords(rules: StringRules, isNotEmpty: boolean): JsonNode {
  const keywords: Record<string, JsonValue> = {};
  if (rules.const !== "") keywords["const"] = rules.const;
  if (rules.in.length > 0) keywords["enum"] = rules.in;
  // A pattern describes a non-empty value more precisely than a length.
  if (rules.pattern !== "") keywords["pattern"] = rules.pattern;
  if (rules.minLen > 0n || (isNotEmpty && rules.pattern === "")) keywords["minLength"] = Number(rules.minLen) || 1;
  if (rules.maxLen > 0n) keywords["maxLength"] = Number(rules.maxLen);
  if (rules.wellKnown.case === "uuid") keywords["format"] = "uuid";
  return keywords;
}

interface Range {
  readonly greaterThan: { readonly case?: string | undefined; readonly value?: unknown };
  readonly lessThan: { readonly case?: string | undefined; readonly value?: unknown };
}

const isRange = (rules: unknown): rules is Range =>
  typeof rules === "object" && rules !== null && "greaterThan" in rules && "lessThan" in rules;

const KEYWORDS: Readonly<Record<string, string>> = {
  gte: "minimum",
  gt: "exclusiveMinimum",
  lte: "maximum",
  lt: "exclusiveMaximum",
};

function rangeKeywords({ greaterThan, lessThan }: Range): JsonNode {
  const bounds = [greaterThan, lessThan].filter((bound) => bound.case !== undefined);
  return Object.fromEntries(bounds.map((bound) => [KEYWORDS[bound.case!]!, Number(bound.value)]));
}
