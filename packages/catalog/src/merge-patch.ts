import { isJsonObject, type JsonObject, type JsonValue } from "@quarry/plugin/domain";

/** The object with a JSON Merge Patch (RFC 7396) applied. */
export const mergePatch = (target: JsonObject, patch: JsonObject): JsonObject => {
  // Pairs, so that no key has a meaning of its own.
  const merged = new Map<string, JsonValue>(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else if (isJsonObject(value)) {
      const before = merged.get(key);
      merged.set(key, mergePatch(before !== undefined && isJsonObject(before) ? before : {}, value));
    } else merged.set(key, value);
  }
  return Object.fromEntries(merged);
};
