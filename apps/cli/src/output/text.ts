/**
 * Wraps a text between words to lines of at most `width` columns. Removes control characters: they must never reach a
 * terminal.
 */
export const wrapped = (text: string, width: number): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/\s+/g, " ")
        .replace(/\p{Cc}/gu, "")
        .trim(),
    )
    .filter((line) => line !== "")
    .flatMap((line) => wrapLine(line, width));

const wrapLine = (line: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    if (current !== "" && widthOf(current) + 1 + widthOf(word) > width) {
      lines.push(current);
      current = word;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  return [...lines, current];
};

/**
 * Returns a text on one line without control characters. Names of files and messages are untrusted: an escape sequence
 * or a line break must not rewrite the screen or fake a second line.
 */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => ESCAPES[character] ?? "\ufffd");

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;
const PLAIN = /^[\x20-\x7e]*$/;

/** Number of terminal columns that a text takes. */
export const widthOf = (text: string): number => {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
};

/** Truncates a text to `width` columns, with `…` at the end. */
export const truncate = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text;
  let retained = "";
  let taken = 1;
  for (const character of text) {
    taken += widthOf(character);
    if (taken > width) break;
    retained += character;
  }
  return width <= 0 ? "" : `${retained}…`;
};

/** Pads a text with spaces to `width` columns. */
export const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)));

/** Formats a count with its noun: `3 files`, `1 file`, `1,000 files`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
