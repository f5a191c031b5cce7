import { type DescField, ScalarType } from "@bufbuild/protobuf";
import { enumNames } from "../json/enum-names.ts";
import { commentOf } from "./comments.ts";
import type { JsonValue } from "./json-schema.ts";

/**
 * Matches `Default 100.`, `Default: semantic.` and ``Default `rerank-v3.5`.``; it ends at a full stop at the end of a
 * word.
 */
const DEFAULT = /\bDefault:? (`[^`]+`|\S+?)\.(?:\s|$)/;

/** Returns the default that a field's comment states as a value; undefined if it has none, or states it in words. */
export function defaultValue(field: DescField): JsonValue | undefined {
  const text = DEFAULT.exec(commentOf(field))?.[1]?.replaceAll("`", "");
  if (text === undefined) return undefined;
  if (field.enum !== undefined) return enumNames(field.enum).numberOf.has(text) ? text : undefined;
  if (field.scalar === ScalarType.STRING)
    return text === "empty" ? "" : /^[a-z0-9.-]+$/.test(text) && /[0-9.-]/.test(text) ? text : undefined;
  if (field.scalar === ScalarType.BOOL) return text === "true" || text === "false" ? text === "true" : undefined;
  return field.scalar !== undefined && /^-?[0-9]/.test(text) ? Number(text) : undefined;
}
