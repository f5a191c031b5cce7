import { isUtf8 } from "node:buffer";

/** Bytes looked at for the zero-byte pattern of UTF-16. */
const PATTERN_BYTES = 4_096;
/** Share of zero bytes on one side of each pair that plain Latin text in UTF-16 exceeds by far. */
const MIN_ZERO_SHARE = 0.4;
/** Share on the other side that text stays below: zeros on both sides are binary data. */
const MAX_OTHER_ZERO_SHARE = 0.05;

/** How much more the higher bytes of one script repeat each other than the lower ones; more if UTF-8 would fit as well. */
const MIN_RATIO = 1.2;
const MIN_RATIO_OF_UTF8 = 2;
/** Fewer bytes than four characters of UTF-32 could as well be something else. */
const MIN_UTF32_BYTES = 16;

/** Share of control characters that text stays below even with stray ones; random bytes have 10 %. */
const MAX_CONTROL_SHARE = 0.03;

/**
 * Whether bytes that are not UTF-16 are too full of control characters for a text in any encoding. The bell, the
 * backspace and the escape are none here: what was written for a terminal is text.
 */
export function looksBinary(bytes: Uint8Array): boolean {
  let controls = 0;
  for (const byte of bytes) {
    if (byte < 0x07 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b)) controls++;
  }
  return controls > bytes.length * MAX_CONTROL_SHARE;
}

/** UTF-8, UTF-16 or UTF-32 by byte-order mark, or UTF-16 and UTF-32 without one by the pattern of their bytes. */
export function unicodeEncodingOf(head: Uint8Array): string | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (head[0] === 0xff && head[1] === 0xfe) return head[2] === 0 && head[3] === 0 ? "utf-32le" : "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (head[0] === 0 && head[1] === 0 && head[2] === 0xfe && head[3] === 0xff) return "utf-32be";
  return utf32ByZeros(head) ?? utf16ByZeros(head);
}

/** Every unit of four bytes is a character, most of them of the first plane. */
function utf32ByZeros(head: Uint8Array): string | undefined {
  const end = Math.min(head.length, PATTERN_BYTES) & ~3;
  if (end < MIN_UTF32_BYTES || head.length % 4 !== 0) return undefined;
  for (const [encoding, plane, high] of [
    ["utf-32le", 2, 3],
    ["utf-32be", 1, 0],
  ] as const) {
    let units = 0;
    for (let index = 0; index < end; index += 4) {
      if (head[index + high] !== 0 || head[index + plane]! > 0x10) break;
      if (head[index + (3 - high)] === 0 && head[index + (3 - plane)] === 0) break;
      units++;
    }
    if (units === end / 4) return encoding;
  }
  return undefined;
}

function utf16ByZeros(head: Uint8Array): string | undefined {
  const end = Math.min(head.length, PATTERN_BYTES) & ~1;
  if (end < 4) return undefined;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let index = 0; index < end; index += 2) {
    if (head[index] === 0) evenZeros++;
    if (head[index + 1] === 0) oddZeros++;
  }
  const pairs = end / 2;
  if (oddZeros / pairs >= MIN_ZERO_SHARE && evenZeros / pairs <= MAX_OTHER_ZERO_SHARE) return "utf-16le";
  if (evenZeros / pairs >= MIN_ZERO_SHARE && oddZeros / pairs <= MAX_OTHER_ZERO_SHARE) return "utf-16be";
  return utf16ByScript(head, end);
}

/**
 * Text without Latin letters has few zeros or none, but its bytes are not like those of any other encoding: of each pair
 * one byte, the higher, takes few values (the script's), and what it decodes to is text.
 */
function utf16ByScript(head: Uint8Array, end: number): string | undefined {
  const sample = head.subarray(0, end);
  if (!sample.includes(0) && !looksBinary(sample)) return undefined;
  const even = concentration(sample, 0);
  const odd = concentration(sample, 1);
  // Other text with a stray zero in it has both sides alike.
  const ratio = Math.max(even, odd) / Math.min(even, odd);
  if (ratio < (isUtf8(sample.subarray(0, utf8Boundary(sample))) ? MIN_RATIO_OF_UTF8 : MIN_RATIO)) return undefined;
  const encoding = odd > even ? "utf-16le" : "utf-16be";
  return decodesToText(sample, encoding) ? encoding : undefined;
}

/** How much the bytes at even (0) or odd (1) places repeat each other: the sum of the squares of their shares. */
function concentration(bytes: Uint8Array, side: 0 | 1): number {
  const counts = new Uint32Array(256);
  for (let index = side; index < bytes.length; index += 2) counts[bytes[index]!]!++;
  const total = bytes.length / 2;
  return counts.reduce((sum, count) => sum + (count / total) ** 2, 0);
}

function decodesToText(bytes: Uint8Array, encoding: string): boolean {
  try {
    // A surrogate pair may be cut in two at the end.
    return looksLikeText(new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true }));
  } catch {
    return false;
  }
}

/** Real text has letters above all, and no control, private or unassigned characters. */
function looksLikeText(text: string): boolean {
  if (/[^\P{Cc}\s]|[\p{Cn}\p{Co}]/u.test(text)) return false;
  const letters = text.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0;
  return letters / text.length > 0.5;
}

/** Where to cut bytes so that no UTF-8 sequence is split; the length itself when the end is not a sequence's start. */
export function utf8Boundary(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** Of the characters beyond ASCII that decoding as UTF-8 gives, the share that are not replacement characters. */
export function survivingUtf8Share(bytes: Uint8Array): number {
  const text = new TextDecoder("utf-8").decode(bytes.subarray(0, utf8Boundary(bytes)));
  const beyondAscii = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  const lost = text.match(/\ufffd/gu)?.length ?? 0;
  return beyondAscii === 0 ? 1 : (beyondAscii - lost) / beyondAscii;
}
