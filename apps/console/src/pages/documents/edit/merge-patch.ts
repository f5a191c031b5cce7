import { isObject } from "../../../filters/filter-rows.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON Merge Patch (RFC 7396) from `before` to `after`: only the differences, with null for removed fields.
 */
export const mergePatchOf = (before: JsonObject, after: JsonObject): Record<string, unknown> => {
  const patch: Record<string, unknown> = {};
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) patch[name] = null;
  for (const [name, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (JSON.stringify(old) === JSON.stringify(value)) continue;
    patch[name] = isObject(old) && isObject(value) ? mergePatchOf(old, value) : value;
  }
  return patch;
};
