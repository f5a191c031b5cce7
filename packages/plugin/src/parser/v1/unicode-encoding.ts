import { isUtf8 } from "node:buffer";

/** Bytes scanned for the zero-byte pattern of UTF-16. */
const PATTERN_BYTES = 4_096;
/** Minimum share of zero bytes at even or at odd offsets; plain Latin text in UTF-16 exceeds it by far. */
const MIN_ZERO_SHARE = 0.4;
/** Maximum share of zero bytes at the other offsets of such text: many zeros at both are binary data. */
const MAX_OTHER_ZERO_SHARE = 0.05;

/**
 * Minimum ratio of the concentration of the high bytes of one script to that of the low bytes; larger if UTF-8 is valid
 * as well.
 */
const MIN_RATIO = 1.2;
const MIN_RATIO_OF_UTF8 = 2;
/** Minimum bytes for UTF-32: fewer than four characters are ambiguous. */
const MIN_UTF32_BYTES = 16;

/** Maximum share of control characters in text, even with stray ones; random bytes have 10 %. */
const MAX_CONTROL_SHARE = 0.03;

/**
 * Whether bytes that are not UTF-16 have too many control characters for text in any encoding. Bell, backspace and
 * escape don't count as control characters here: terminal output is text.
 */
export function looksBinary(bytes: Uint8Array): boolean {
  let controls = 0;
  for (const byte of bytes) {
    if (byte < 0x07 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b)) controls++;
  }
  return controls > bytes.length * MAX_CONTROL_SHARE;
}

/** Detects UTF-8, UTF-16 or UTF-32 by byte-order mark, or UTF-16 and UTF-32 without one by their byte patterns. */
export function unicodeEncodingOf(head: Uint8Array): string | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (head[0] === 0xff && head[1] === 0xfe) return head[2] === 0 && head[3] === 0 ? "utf-32le" : "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (head[0] === 0 && head[1] === 0 && head[2] === 0xfe && head[3] === 0xff) return "utf-32be";
  return utf32ByZeros(head) ?? utf16ByZeros(head);
}

/** Detects UTF-32: every unit of four bytes must be a code point whose lower two bytes are not both zero. */
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
  let evenIndexZeros = 0;
  let oddIndexZeros = 0;
  for (let index = 0; index < end; index += 2) {
    if (head[index] === 0) evenIndexZeros++;
    if (head[index + 1] === 0) oddIndexZeros++;
  }
  const pairs = end / 2;
  if (oddIndexZeros / pairs >= MIN_ZERO_SHARE && evenIndexZeros / pairs <= MAX_OTHER_ZERO_SHARE) return "utf-16le";
  if (evenIndexZeros / pairs >= MIN_ZERO_SHARE && oddIndexZeros / pairs <= MAX_OTHER_ZERO_SHARE) return "utf-16be";
  return utf16ByScript(head, end);
}

/**
 * Detects UTF-16 of a non-Latin script. It has few zeros or none, but a unique pattern: the high byte of each pair has
 * few values (the script's), and the bytes decode to text.
 */
function utf16ByScript(head: Uint8Array, end: number): string | undefined {
  const sample = head.subarray(0, end);
  if (!sample.includes(0) && !looksBinary(sample)) return undefined;
  const even = concentration(sample, 0);
  const odd = concentration(sample, 1);
  // In other text with a stray zero, both sides have a similar concentration.
  const ratio = Math.max(even, odd) / Math.min(even, odd);
  if (ratio < (isUtf8(sample.subarray(0, utf8Boundary(sample))) ? MIN_RATIO_OF_UTF8 : MIN_RATIO)) return undefined;
  const encoding = odd > even ? "utf-16le" : "utf-16be";
  return decodesToText(sample, encoding) ? encoding : undefined;
}

/**
 * Returns how concentrated the values of the bytes at even (0) or odd (1) offsets are: the sum of their squared
 * frequencies.
 */
function concentration(bytes: Uint8Array, side: 0 | 1): number {
  const counts = new Uint32Array(256);
  for (let index = side; index < bytes.length; index += 2) counts[bytes[index]!]!++;
  const total = bytes.length / 2;
  return counts.reduce((sum, count) => sum + (count / total) ** 2, 0);
}

function decodesToText(bytes: Uint8Array, encoding: string): boolean {
  try {
    // The sample can end within a surrogate pair.
    return looksLikeText(new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true }));
  } catch {
    return false;
  }
}

/** Whether the text consists mainly of letters, without control, private-use or unassigned characters. */
function looksLikeText(text: string): boolean {
  if (/[^\P{Cc}\s]|[\p{Cn}\p{Co}]/u.test(text)) return false;
  const letters = text.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0;
  return letters / text.length > 0.5;
}

/**
 * Returns the length at which to split the bytes without splitting a UTF-8 sequence; the full length if no sequence
 * starts near the end.
 */
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

/** Returns the share of non-ASCII characters, after decoding as UTF-8, that are not replacement characters. */
export function survivingUtf8Share(bytes: Uint8Array): number {
  const text = new TextDecoder("utf-8").decode(bytes.subarray(0, utf8Boundary(bytes)));
  const nonAsciiCount = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  const lost = text.match(/\ufffd/gu)?.length ?? 0;
  return nonAsciiCount === 0 ? 1 : (nonAsciiCount - lost) / nonAsciiCount;
}
