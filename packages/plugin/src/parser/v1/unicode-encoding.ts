/** Bytes looked at for the zero-byte pattern of UTF-16. */
const PATTERN_BYTES = 4_096;
/** Share of zero bytes on one side of each pair that plain Latin text in UTF-16 exceeds by far. */
const MIN_ZERO_SHARE = 0.4;
/** Share on the other side that text stays below: zeros on both sides are binary data. */
const MAX_OTHER_ZERO_SHARE = 0.05;

/** Share of control characters that text stays below even with stray ones; random bytes have 10 %. */
const MAX_CONTROL_SHARE = 0.03;

/** Whether bytes that are not UTF-16 are too full of control characters for a text in any encoding. */
export function looksBinary(bytes: Uint8Array): boolean {
  let controls = 0;
  for (const byte of bytes) {
    if (byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b)) controls++;
  }
  return controls > bytes.length * MAX_CONTROL_SHARE;
}

/** UTF-8, UTF-16 or UTF-32 by byte-order mark, or UTF-16 without one by its zero bytes. */
export function unicodeEncodingOf(head: Uint8Array): string | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (head[0] === 0xff && head[1] === 0xfe) return head[2] === 0 && head[3] === 0 ? "utf-32le" : "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (head[0] === 0 && head[1] === 0 && head[2] === 0xfe && head[3] === 0xff) return "utf-32be";
  return utf16ByZeros(head);
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

/** Text without Latin letters has few zeros, but its spaces and line ends are still pairs with one. */
function utf16ByScript(head: Uint8Array, end: number): string | undefined {
  if (!head.subarray(0, end).includes(0)) return undefined;
  for (const encoding of ["utf-16le", "utf-16be"]) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(head.subarray(0, end & ~3));
      if (looksLikeText(text)) return encoding;
    } catch {
      // A lone surrogate: not this one.
    }
  }
  return undefined;
}

/** Real text stays within few scripts, has blanks between words, and no control or unassigned characters. */
function looksLikeText(text: string): boolean {
  if (/[^\P{Cc}\s]|[\p{Cn}\p{Co}]/u.test(text)) return false;
  const blanks = text.match(/[\s\u3000-\u3002\uff0c]/gu)?.length ?? 0;
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return blanks > 0 && letters / text.length > 0.5;
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
