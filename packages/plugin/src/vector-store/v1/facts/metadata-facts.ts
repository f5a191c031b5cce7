import type { JsonObject, JsonValue } from "../../../domain/index.ts";
import {
  anyStringWord,
  elementWord,
  nullElementWord,
  numberWord,
  presentWord,
  stringWord,
  valueWord,
} from "./fact-words.ts";
import { forEachValue } from "./for-each-value.ts";

/** Minimum and maximum of the numbers at a path: a range condition is true for an array if it is true for either. */
export interface NumberRange {
  readonly least: number;
  readonly greatest: number;
}

/** Facts of metadata in a form that every store can index: unordered words, and number ranges by path. */
export interface MetadataFacts {
  readonly words: readonly string[];
  /** Number ranges by path, clamped to ±(2^53 − 1), so that stores can use 64-bit integers or doubles. */
  readonly numbers: ReadonlyMap<string, NumberRange>;
}

/**
 * Returns everything that a filter can query without the metadata itself. `compileFacts` builds the queries; a store
 * that indexes the words as an array of strings and the numbers as fields can answer them.
 */
export const metadataFacts = (metadata: JsonObject): MetadataFacts => {
  const words = new Set<string>();
  const numbers = new Map<string, NumberRange>();
  forEachValue(metadata, (path, value) => {
    words.add(presentWord(path));
    if (typeof value === "string") words.add(stringWord(path));
    const found: number[] = [];
    for (const item of Array.isArray(value) ? (value as readonly JsonValue[]) : [value]) {
      if (item === null) words.add(nullElementWord(path));
      else if (typeof item !== "object") {
        words.add(valueWord(path, item));
        if (Array.isArray(value)) words.add(elementWord(path, item));
        if (typeof item === "string") words.add(anyStringWord(path));
        if (typeof item === "number") found.push(clamp(item));
      }
    }
    if (found.length > 0) {
      words.add(numberWord(path));
      numbers.set(path, { least: Math.min(...found), greatest: Math.max(...found) });
    }
  });
  return { words: [...words], numbers };
};

const clamp = (value: number): number => Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, value));
