import { invalidArgument } from "./errors.ts";
import { isJsonObject, type JsonValue } from "./json.ts";

/** Whether an integer is beyond ±(2^53 − 1), where doubles skip some: it may have been rounded when it was read. */
export const isBeyondExact = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/** Why such a number is refused. It is shown as it stands in `text`, from which it was read. */
export const beyondExact = (value: number, text = ""): string =>
  `${sentNumber(value, text)} can't be kept exactly; integers are exact up to ±${Number.MAX_SAFE_INTEGER}, send it as a string`;

/** Throws `invalid_argument` that names the field of such a number, at any depth. */
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
