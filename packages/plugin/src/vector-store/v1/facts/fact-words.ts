import { createHash } from "node:crypto";
import type { FilterScalar } from "../../../domain/index.ts";

/** Longer values are indexed by their digest: equality is all that words are for. */
const MAX_LITERAL_LENGTH = 96;

/** The letter says what kind of fact it is, the length keeps path and value apart, whatever they hold. */
const word = (kind: string, path: string, value = ""): string => `${kind}${path.length}:${short(path)}=${value}`;

/** The value, or an element of the array, is this. */
export const valueWord = (path: string, value: FilterScalar): string => word("v", path, typed(value));
/** The array has this element. */
export const elementWord = (path: string, value: FilterScalar): string => word("a", path, typed(value));
/** There is a value other than null. */
export const presentWord = (path: string): string => word("p", path);
/** The array has an element that is null. */
export const nullElementWord = (path: string): string => word("0", path);
/** The value is a string. */
export const stringWord = (path: string): string => word("s", path);
/** The value, or an element of the array, is a string. */
export const anyStringWord = (path: string): string => word("t", path);
/** The value, or an element of the array, is a number. */
export const numberWord = (path: string): string => word("n", path);

const typed = (value: FilterScalar): string => {
  if (typeof value === "string") return `s${short(value)}`;
  if (typeof value === "boolean") return value ? "b1" : "b0";
  // -0 equals 0.
  return `n${value === 0 ? 0 : value}`;
};

const short = (text: string): string =>
  text.length <= MAX_LITERAL_LENGTH ? text : `#${createHash("sha256").update(text).digest("base64url")}`;
