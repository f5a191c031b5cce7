/** Deeper quotes and lists mean nothing to a reader, and the reader of Markdown leaves their text out. */
const MAX_MARKERS = 32;
const MAX_INDENT = 64;

const MARKER = "[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))";
const TOO_MANY_MARKERS = new RegExp(`^((?:${MARKER}){${MAX_MARKERS}})(?:${MARKER})+`, "gm");
const TOO_DEEP = new RegExp(`^([ \\t]{${MAX_INDENT}})[ \\t]+(?=[-*+>\\d])`, "gm");

/** Markdown without the container marks of a line beyond a depth, so that the text behind them is read. */
export const flattenNesting = (markdown: string): string =>
  markdown.replace(TOO_MANY_MARKERS, "$1 ").replace(TOO_DEEP, "$1");
