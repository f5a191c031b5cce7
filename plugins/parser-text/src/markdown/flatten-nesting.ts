/**
 * Maximum depth of quotes and lists. Deeper nesting has no meaning for readers, and the Markdown parser drops its text.
 */
const MAX_MARKERS = 32;
const MAX_INDENT = 64;

const MARKER = "[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))";
const TOO_MANY_MARKERS = new RegExp(`^((?:${MARKER}){${MAX_MARKERS}})(?:${MARKER})+`, "gm");
const TOO_DEEP = new RegExp(`^([ \\t]{${MAX_INDENT}})[ \\t]+(?=[-*+>\\d])`, "gm");

/** Removes a line's container marks beyond the maximum depth, so that the text after them is read. */
export const flattenNesting = (markdown: string): string =>
  markdown.replace(TOO_MANY_MARKERS, "$1 ").replace(TOO_DEEP, "$1");
