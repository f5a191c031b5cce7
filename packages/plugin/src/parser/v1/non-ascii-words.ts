const BLANK = Buffer.from(" ");

/**
 * Returns the words with a non-ASCII byte, separated by spaces. Words in a double-byte encoding are not split: no
 * character of such an encoding has a second byte below "0" or between ":" and "?".
 */
export function nonAsciiWords(text: Buffer): Buffer {
  const words: Buffer[] = [];
  let start = 0;
  let hasNonAscii = false;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !isSeparator(text[at]!)) {
      hasNonAscii ||= text[at]! > 0x7f;
      continue;
    }
    if (hasNonAscii) words.push(text.subarray(start, at), BLANK);
    start = at + 1;
    hasNonAscii = false;
  }
  return Buffer.concat(words);
}

const isSeparator = (byte: number): boolean => byte < 0x30 || (byte >= 0x3a && byte <= 0x3f);
