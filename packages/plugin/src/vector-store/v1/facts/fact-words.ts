import { createHash } from "node:crypto";
import type { FilterScalar } from "../../../domain/index.ts";

/** Length beyond which values are indexed by their digest: words serve only for equality. */
const MAX_LITERAL_LENGTH = 96;

/**
 * Builds an index word. The letter is the kind of fact; the length separates path and value unambiguously, whatever
 * they contain.
 */
const word = (kind: string, path: string, value = ""): string => `${kind}${path.length}:${short(path)}=${value}`;

/** Returns the word for: the value, or an element of the array, equals this value. */
export const valueWord = (path: string, value: FilterScalar): string => word("v", path, typed(value));
/** Returns the word for: the array contains this element. */
export const elementWord = (path: string, value: FilterScalar): string => word("a", path, typed(value));
/** Returns the word for: there is a value other than null. */
export const presentWord = (path: string): string => word("p", path);
/** Returns the word for: the array contains null. */
export const nullElementWord = (path: string): string => word("0", path);
/** Returns the word for: the value is a string. */
export const stringWord = (path: string): string => word("s", path);
/** Returns the word for: the value, or an element of the array, is a string. */
export const anyStringWord = (path: string): string => word("t", path);
/** Returns the word for: the value, or an element of the array, is a number. */
export const numberWord = (path: string): string => word("n", path);

const typed = (value: FilterScalar): string => {
  if (typeof value === "string") return `s${short(value)}`;
  if (typeof value === "boolean") return value ? "b1" : "b0";
  // -0 equals 0.
  return `n${value === 0 ? 0 : value}`;
};

const short = (text: string): string =>
  text.length <= MAX_LITERAL_LENGTH ? text : `#${createHash("sha256").update(text).digest("base64url")}`;
