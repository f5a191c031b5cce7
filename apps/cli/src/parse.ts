import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { checkExact } from "@quarry/plugin/domain";
import { InvalidArgumentError } from "commander";

/** Parses an integer of at least `minimum`, for commander. */
export const integer =
  (minimum: number) =>
  (text: string): number => {
    if (!/^\d+$/.test(text) || Number(text) < minimum) {
      throw new InvalidArgumentError(`must be a whole number, at least ${minimum}.`);
    }
    return Number(text);
  };

/** Parses a share or a score, for commander. */
export const fraction = (text: string): number => {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1)) throw new InvalidArgumentError("must be a number, 0 to 1.");
  return value;
};

/**
 * Parses a JSON object, or `name=value`, whose value is JSON if it parses as JSON. Several arguments merge into one
 * object.
 */
export const jsonFields = (text: string, previous: JsonObject | undefined): JsonObject => {
  const parsed = text.trimStart().startsWith("{") ? parseJson(text) : pair(text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new InvalidArgumentError("must be a JSON object or name=value.");
  }
  checkNumbers(parsed as JsonObject, text);
  return { ...previous, ...parsed };
};

const checkNumbers = (fields: JsonObject, text: string): void => {
  for (const [name, value] of Object.entries(fields)) {
    try {
      checkExact(value, name, text);
    } catch (error) {
      throw new InvalidArgumentError(`${(error as Error).message}.`);
    }
  }
};

const pair = (text: string): JsonObject => {
  const at = text.indexOf("=");
  if (at <= 0) throw new InvalidArgumentError("must be a JSON object or name=value.");
  const value = text.slice(at + 1);
  return { [text.slice(0, at)]: /^(-?\d|true$|false$|null$|["[{])/.test(value) ? jsonOrText(value) : value };
};

/** Not only JSON: `2024-05-01` begins like a number but is text. */
const jsonOrText = (text: string): JsonValue => {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(`is not JSON: ${(error as Error).message}.`);
  }
};
