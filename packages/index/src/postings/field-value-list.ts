import type { JsonObject } from "@quarry/plugin/domain";
import { elementWord, forEachValue, nullElementWord, presentWord, valueWord } from "@quarry/plugin/facts";

/**
 * Returns the filter terms of metadata: the terms of ADR 0014 for values, for elements of arrays, and for paths that
 * exist. No term occurs twice.
 */
export const fieldValuesOf = (metadata: JsonObject): readonly string[] => {
  const values: string[] = [];
  // Lone surrogates can't be stored as UTF-8.
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

/** Length below which a string is stored unchanged in its term. */
const MAX_PLAIN_LENGTH = 96;
/** Long values are replaced by a digest of this length, which begins with `DIGEST_MARK`. */
const DIGEST_LENGTH = 44;
const DIGEST_MARK = "#";
/** Replaces a lone surrogate. */
const REPLACEMENT = "\ufffd";
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT);

/**
 * Whether the term of a string belongs to that string alone. A string that looks like a digest can have the same term
 * as a long string.
 */
export const isPlain = (value: string): boolean =>
  value.length < MAX_PLAIN_LENGTH &&
  !(value.length === DIGEST_LENGTH && value.startsWith(DIGEST_MARK)) &&
  value.isWellFormed() &&
  !value.includes(REPLACEMENT);

/** Returns the string as it is stored in a field value's term. */
export const valueTermOf = (value: string): string =>
  valueWord("", value).slice(EMPTY_VALUE_TERM.length).toWellFormed();

const EMPTY_VALUE_TERM = valueWord("", "");

/** Whether the text in a term is the original string. */
export const isLiteral = (text: Buffer): boolean =>
  !(text.length === DIGEST_LENGTH && text[0] === DIGEST_MARK.charCodeAt(0)) && !text.includes(REPLACEMENT_BYTES);
