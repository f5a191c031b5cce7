/** Control characters other than tab and line feed, including the C1 range, which only occurs after wrong decoding. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/**
 * Returns the text without control characters (tab and line feed stay) and lone surrogates, ready to be stored and
 * sent.
 */
export const cleanText = (text: string): string => text.toWellFormed().replace(CONTROLS, "");

/** Cleans the text and makes it one line: every run of white space becomes one space, none at the ends. */
export const cleanLine = (text: string): string =>
  isCleanLine(text) ? text : cleanText(text.replace(/\s+/g, " ")).trim();

/**
 * Whether the text is printable ASCII with single spaces between words, so that nothing needs cleaning. True for most
 * cells and lines, and several times cheaper than three regular expressions that change nothing.
 */
export const isCleanLine = (text: string): boolean => !UNCLEAN.test(text);

const UNCLEAN = /[^ -~]|  |^ | $/;
