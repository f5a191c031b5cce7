import { code } from "./markdown.ts";

/** Subset of JSON Schema that the OpenAPI document and the settings use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema | boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** Returns the last part of a reference: the name of its target. */
export const refName = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** Describes the type of a value in a few words; `link` formats the name of a schema with a separate section. */
export const typeText = (schema: JsonSchema, link: (name: string) => string = code): string => {
  if (schema.$ref !== undefined) return link(refName(schema.$ref));
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((value) => code(JSON.stringify(value))).join(", ");
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map((one) => typeText(one, link)))].join(" or ");
  if (schema.allOf !== undefined) return schema.allOf.map((one) => typeText(one, link)).join(" and ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type }, link)).join(" or ");
  switch (schema.type) {
    case "array":
      return `array of ${typeof schema.items === "object" ? typeText(schema.items, link) : "any"}${bounds(schema.minItems, schema.maxItems, "")}`;
    case "object":
      return typeof schema.additionalProperties === "object" && schema.properties === undefined
        ? `object of ${typeText(schema.additionalProperties, link)}`
        : "object";
    case "integer":
    case "number":
      return `${schema.type}${bounds(schema.minimum, schema.maximum, "")}`;
    case "string":
      return `string${bounds(schema.minLength, schema.maxLength, " characters")}`;
    case undefined:
      return "any";
    default:
      return String(schema.type);
  }
};

/** Bounds that only express the range of a 32-bit number, or that a text is not empty, are omitted. */
const INT32_MAX = 2_147_483_647;

const bounds = (least: number | undefined, most: number | undefined, unit: string): string => {
  const isTrivial = most === undefined || Math.abs(most) >= INT32_MAX;
  if (isTrivial && (least === undefined || Math.abs(least) >= INT32_MAX || (unit !== "" && least <= 1))) return "";
  if (isTrivial) return `, at least ${least}${unit}`;
  if (least === undefined || (unit !== "" && least <= 1)) return `, at most ${most}${unit}`;
  return `, ${least} to ${most}${unit}`;
};
