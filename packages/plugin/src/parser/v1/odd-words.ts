const BLANK = Buffer.from(" ");

/**
 * The words that hold a byte beyond ASCII, with blanks between. Written in an encoding of two bytes to a character, none
 * is cut: no such character has a second byte below "0" or between ":" and "?".
 */
export function oddWords(text: Buffer): Buffer {
  const words: Buffer[] = [];
  let start = 0;
  let isOdd = false;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !isSeparator(text[at]!)) {
      isOdd ||= text[at]! > 0x7f;
      continue;
    }
    if (isOdd) words.push(text.subarray(start, at), BLANK);
    start = at + 1;
    isOdd = false;
  }
  return Buffer.concat(words);
}

const isSeparator = (byte: number): boolean => byte < 0x30 || (byte >= 0x3a && byte <= 0x3f);
