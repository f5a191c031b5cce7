import { invalidArgument } from "./errors.ts";
import { isJsonObject, type JsonValue } from "./json.ts";

/**
 * Whether an integer is beyond ±(2^53 − 1), where doubles can't represent every integer: it may have been rounded when
 * it was parsed.
 */
export const isBeyondExact = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/** Returns why such a number is rejected. The message shows it as written in `text`, from which it was parsed. */
export const beyondExact = (value: number, text = ""): string =>
  `${sentNumber(value, text)} can't be kept exactly; integers are exact up to ±${Number.MAX_SAFE_INTEGER}, send it as a string`;

/** Throws `invalid_argument`, naming the field, if the value contains such a number at any depth. */
export const checkExact = (value: JsonValue, at: string, text?: string): void => {
  if (typeof value === "number" && isBeyondExact(value)) throw invalidArgument(`${at}: ${beyondExact(value, text)}`);
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly JsonValue[]).entries()) checkExact(item, `${at}[${index}]`, text);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) checkExact(item, `${at}.${key}`, text);
  }
};

const NUMBERS = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MAX_SHOWN = 40;

const sentNumber = (value: number, text: string): string => {
  for (const [sent] of text.matchAll(NUMBERS)) if (Number(sent) === value && sent.length <= MAX_SHOWN) return sent;
  return String(value);
};
