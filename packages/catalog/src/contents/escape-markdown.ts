import { writeLinks } from "./marked-links.ts";

/**
 * Characters that would be inline markup: emphasis, code, tags, links, entities, strikethrough. An underscore within a
 * word, or a bracket without an address, is none, and stays as it is.
 */
const MARKS =
  /[\\`]|\*(?=\S)|(?<=\S)\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[A-Za-z/!?])|\](?=[(:])|&(?=[#A-Za-z])|~(?=~)/gu;

/** Line starts that would make a heading, a list, a quote, a rule or a table of the line. */
const LINE_MARKS = /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|[=\-*_|:~](?=[\s=\-*_|:~]*$))/u;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/u;

/** Most texts have none of the characters that could be marks, and asking is cheaper than looking for the marks. */
const MAY_BE_MARKED = /[\\`*_<\]&~]/;

/** A text on one line, so that Markdown shows it as it is, with the links that are marked in it. */
export const escapeInline = (text: string): string => writeLinks(text, escapeMarks);

const escapeMarks = (text: string): string => (MAY_BE_MARKED.test(text) ? text.replace(MARKS, "\\$&") : text);

/** A text of any lines, the same. Lines that are indented would be code. */
export const escapeLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      const bare = line.trim();
      const escaped = escapeInline(bare);
      // A line that begins with an escape can't begin a block.
      return escaped.startsWith("\\") ? escaped : escaped.replace(LINE_MARKS, "\\$&").replace(NUMBERED, "$1\\$2");
    })
    .join("\n");
