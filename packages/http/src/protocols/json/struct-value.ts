import type { JsonObject } from "@bufbuild/protobuf";
import { beyondExact, describeValue, equalKey, isBeyondExact, isJsonObject } from "@quarry/plugin/domain";
import { FieldProblem, withPathStep, mustBe } from "./field-problem.ts";
import { MAX_JSON_DEPTH } from "./json-shape.ts";

/**
 * Checks a free-form JSON object of the caller for values that can't be stored or returned unchanged: nesting beyond
 * MAX_JSON_DEPTH, numbers beyond the range of doubles (`1e999`), integers that doubles may have rounded, strings with
 * unpaired surrogates, and keys that filters can't distinguish. The object is stored as parsed, so a key `__proto__`
 * stays an own key.
 */
export function structValue(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw mustBe("an object", value);
  checkObject(value, 1);
  return value as JsonObject;
}

function checkValue(value: unknown, depth: number): void {
  switch (typeof value) {
    case "string":
      checkText(value);
      return;
    case "number":
      if (!Number.isFinite(value)) throw new FieldProblem("must be a number that a double can hold");
      // It may have been rounded when it was parsed.
      if (isBeyondExact(value)) throw new FieldProblem(beyondExact(value), (text) => beyondExact(value, text));
      return;
    case "object":
      if (value === null) return;
      if (depth > MAX_JSON_DEPTH) throw new FieldProblem(`must not be nested deeper than ${MAX_JSON_DEPTH} levels`);
      if (Array.isArray(value)) checkArray(value, depth);
      else checkObject(value, depth);
  }
}

function checkArray(items: readonly unknown[], depth: number): void {
  let index = 0;
  try {
    for (; index < items.length; index++) checkValue(items[index], depth + 1);
  } catch (error) {
    // A deep path would be as long as the attack; the field's name is sufficient.
    throw depth > MAX_PATH_STEPS ? error : withPathStep(error, `[${index}]`);
  }
}

function checkObject(object: object, depth: number): void {
  const twice = equalKey(object);
  if (twice !== undefined) {
    throw new FieldProblem(`must not have two keys that are equal in Unicode NFC, got ${describeValue(twice)} twice`);
  }
  for (const [key, value] of Object.entries(object)) {
    checkText(key);
    if (typeof value === "number" ? Number.isSafeInteger(value) : typeof value === "boolean") continue;
    try {
      checkValue(value, depth + 1);
    } catch (error) {
      throw depth > MAX_PATH_STEPS ? error : withPathStep(error, key.slice(0, MAX_KEY_LENGTH).toWellFormed());
    }
  }
}

/** Rejects a string that UTF-8 can't represent, because it would be returned changed. */
export function checkText(text: string): string {
  if (!text.isWellFormed()) throw new FieldProblem("must be valid Unicode text, got half of a surrogate pair");
  return text;
}

/** Maximum number of path steps in an error message: enough to find the position, too few to echo an attack. */
const MAX_PATH_STEPS = 8;
const MAX_KEY_LENGTH = 60;
