import type { JsonObject } from "@quarry/plugin/domain";
import { elementWord, forEachValue, nullElementWord, presentWord, valueWord } from "@quarry/plugin/facts";

/**
 * Filter terms of metadata: the terms of ADR 0014 for values, for elements of arrays, and for the paths that exist. No
 * term occurs twice.
 */
export const fieldValuesOf = (metadata: JsonObject): readonly string[] => {
  const values: string[] = [];
  // Halves of a character that stand alone would not survive being stored.
  const add = (valueTerm: string): void => void values.push(valueTerm.toWellFormed());
  forEachValue(metadata, (path, value) => {
    add(presentWord(path));
    if (!Array.isArray(value)) {
      if (typeof value !== "object") add(valueWord(path, value));
      return;
    }
    for (const item of new Set(value)) {
      if (item === null) add(nullElementWord(path));
      else if (typeof item !== "object") {
        add(valueWord(path, item));
        add(elementWord(path, item));
      }
    }
  });
  return values;
};

/** Shorter ones stand in field values as they are. */
const MAX_PLAIN_LENGTH = 96;
/** In the place of a long value stands its digest: so many characters, of which this is the first. */
const DIGEST_LENGTH = 44;
const DIGEST_MARK = "#";
/** In the place of half a character stands this one. */
const REPLACEMENT = "\ufffd";
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT);

/**
 * Whether the term of a string belongs to that string alone. The term of a long string may also be that of another: of
 * one that looks like a digest.
 */
export const isPlain = (value: string): boolean =>
  value.length < MAX_PLAIN_LENGTH &&
  !(value.length === DIGEST_LENGTH && value.startsWith(DIGEST_MARK)) &&
  value.isWellFormed() &&
  !value.includes(REPLACEMENT);

/** The stored form of a string in a field value. */
export const valueTermOf = (value: string): string =>
  valueWord("", value).slice(EMPTY_VALUE_TERM.length).toWellFormed();

const EMPTY_VALUE_TERM = valueWord("", "");

/** Whether the text in a term is the original string. */
export const isLiteral = (text: Buffer): boolean =>
  !(text.length === DIGEST_LENGTH && text[0] === DIGEST_MARK.charCodeAt(0)) && !text.includes(REPLACEMENT_BYTES);
