/** Control characters other than tab and line feed; with the C1 range, which only wrong decoding gives. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** Text fit to be stored and sent: without control characters (tab and line feed stay) and lone surrogates. */
export const cleanText = (text: string): string => text.toWellFormed().replace(CONTROLS, "");

/** The same on one line: every run of white space is one blank, none at the ends. */
export const cleanLine = (text: string): string =>
  isCleanLine(text) ? text : cleanText(text.replace(/\s+/g, " ")).trim();

/**
 * Whether the text is printable ASCII with single blanks between words: nothing to clean. Most cells and lines are,
 * and asking is several times cheaper than three regular expressions that change nothing.
 */
export const isCleanLine = (text: string): boolean => !UNCLEAN.test(text);

const UNCLEAN = /[^ -~]|  |^ | $/;
