import { writeLinks } from "./marked-links.ts";

/**
 * Characters that would be inline markup: emphasis, code, tags, links, entities, strikethrough. An underscore within a
 * word and a bracket without an address are not markup and stay unchanged.
 */
const MARKS =
  /[\\`]|\*(?=\S)|(?<=\S)\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[A-Za-z/!?])|\](?=[(:])|&(?=[#A-Za-z])|~(?=~)/gu;

/** Line starts that would turn the line into a heading, list, quote, rule or table. */
const LINE_MARKS = /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|[=\-*_|:~](?=[\s=\-*_|:~]*$))/u;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/u;

/** Fast check: most texts contain none of these characters, and testing is cheaper than searching for markup. */
const HAS_MARKUP = /[\\`*_<\]&~]/;

/** Escapes a single-line text for Markdown and writes its marked links. */
export const escapeInline = (text: string): string => writeLinks(text, escapeMarks);

const escapeMarks = (text: string): string => (HAS_MARKUP.test(text) ? text.replace(MARKS, "\\$&") : text);

/** Does the same for a multi-line text. Indented lines would become code. */
export const escapeLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      const bare = line.trim();
      const escaped = escapeInline(bare);
      // A line that begins with an escape can't start a block.
      return escaped.startsWith("\\") ? escaped : escaped.replace(LINE_MARKS, "\\$&").replace(NUMBERED, "$1\\$2");
    })
    .join("\n");
