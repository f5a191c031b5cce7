import type { LineBox } from "@quarry/plugin";
import type { RecognisedParagraph } from "./recognised-text.ts";

/** A word hyphenated at the end of a line: a letter, then a hyphen or a look-alike. */
const HYPHENATED_END = /\p{L}[-\u00ad\u2010\u2011]$/u;
const LOWER_CASE = /^\p{Ll}/u;
/** End of a sentence, or of a title followed by its content. */
const FINISHED = /[.!?:;…]["'”’»)\]]?$/u;
/** Scripts without spaces between words. */
const UNSPACED_END = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\u3000-\u303f\uff00-\uffef]$/u;
const UNSPACED_START = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\u3000-\u303f\uff00-\uffef]/u;

/** Joins the lines of a paragraph. Hyphenated words are joined. */
export function joinLines(parts: readonly RecognisedParagraph[]): RecognisedParagraph {
  let text = "";
  const lines: LineBox[] = [];
  for (const { text: line, lines: boxes } of parts) {
    if (line === "") continue;
    if (text === "") text = line;
    else if (endsWithinWord(text, line)) text = text.slice(0, -1) + line;
    else text += (UNSPACED_END.test(text) && UNSPACED_START.test(line) ? "" : " ") + line;
    const start = text.length - line.length;
    for (const box of boxes) lines.push({ ...box, start: start + box.start });
  }
  return { text, lines };
}

/** Whether `text` ends within a word that `line` continues. */
export const endsWithinWord = (text: string, line: string): boolean =>
  HYPHENATED_END.test(text) && LOWER_CASE.test(line);

/** Whether `text` ends within a sentence that `line` seems to continue. */
export const isUnfinished = (text: string, line: string): boolean => !FINISHED.test(text) && LOWER_CASE.test(line);
