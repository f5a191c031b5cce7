import type { LineBox } from "@quarry/plugin";
import type { RecognisedParagraph } from "./recognised-text.ts";

/** A word cut at the end of a line: a letter, a hyphen or its look-alike, and the line's end. */
const CUT_WORD = /\p{L}[-\u00ad\u2010\u2011]$/u;
const LOWER_CASE = /^\p{Ll}/u;
/** A sentence, or a title that is followed by what it announces. */
const FINISHED = /[.!?:;…]["'”’»)\]]?$/u;
/** Scripts written without blanks between words. */
const UNSPACED_END = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\u3000-\u303f\uff00-\uffef]$/u;
const UNSPACED_START = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\u3000-\u303f\uff00-\uffef]/u;

/** The lines of a paragraph as one; words that were cut at the end of a line are whole again. */
export function joinLines(parts: readonly RecognisedParagraph[]): RecognisedParagraph {
  let text = "";
  const lines: LineBox[] = [];
  for (const { text: line, lines: places } of parts) {
    if (line === "") continue;
    if (text === "") text = line;
    else if (isCutWord(text, line)) text = text.slice(0, -1) + line;
    else text += (UNSPACED_END.test(text) && UNSPACED_START.test(line) ? "" : " ") + line;
    const start = text.length - line.length;
    for (const place of places) lines.push({ ...place, start: start + place.start });
  }
  return { text, lines };
}

/** Whether the first ends within a word that the second goes on with. */
export const isCutWord = (text: string, line: string): boolean => CUT_WORD.test(text) && LOWER_CASE.test(line);

/** Whether the first ends within a sentence that the second seems to go on with. */
export const isUnfinished = (text: string, line: string): boolean => !FINISHED.test(text) && LOWER_CASE.test(line);
