import type { JsonObject, JsonValue } from "@quarry/plugin/domain";

/** Applies a JSON merge patch (RFC 7396) to an object: null removes a field, an object is merged into an object. */
export const mergePatch = (target: JsonObject, patch: JsonObject): JsonObject => {
  const merged = new Map<string, JsonValue>(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? mergePatch(objectOf(merged.get(name)), value) : value);
  }
  return Object.fromEntries(merged);
};

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const objectOf = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {});
