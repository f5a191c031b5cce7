/**
 * Symbols at positions typical of Western texts. Other encodings have letters at the same bytes, in other positions: an
 * apostrophe of Windows is an i with an accent on a Mac, a pound sign a Polish capital.
 */
const SIGNS = new RegExp(
  [
    String.raw`(?<=\p{L})’(?=(?:s|t|d|m|ll|re|ve)\b)`,
    String.raw`(?<=\b(?:o|d|l|j|c|n|m|qu))’(?=\p{L})`,
    String.raw`(?<=[\p{N}\p{P}]|s)’(?!\p{L})`,
    String.raw`(?<![\p{L}\p{N}])[‘“„‚«](?=[\p{L}\p{N}\p{P}])`,
    String.raw`(?<=[\p{L}\p{N}\p{P}])[’”»](?![\p{L}\p{N}])`,
    String.raw`(?<!\p{L})[–—•…]|…(?!\p{L})|(?<=[a-z]{2})—(?=[a-z]{2})|[–—](?![\p{L}])`,
    String.raw`(?<!\p{L})[€£¥¢§¶°±©¤¬·×÷¼½¾\u00a0](?!\p{L})|\u00a0(?!\p{L})`,
    String.raw`(?<!\p{L})°(?=[CFK]\b)|(?<!\p{L})µ(?=[a-z]{1,2}\b)|(?<=\d)[ºª²³¹]|(?<=\b[ckd]?m)[²³]|[™®](?!\p{L})`,
  ].join("|"),
  "giu",
);
const ONLY_ASCII = /^[\0-\x7f]*$/;

/**
 * Icelandic letters whose bytes are Turkish letters in the Turkish encoding, and all other letters that Turkish uses.
 */
const OTHER_IN_TURKISH = /[ýðþÝÐÞ]/;
const NOT_IN_TURKISH = /(?=[^\0-\x7f])(?![ýðþÝÐÞçöüâîûÇÖÜÂÎÛ])\p{L}/u;
/**
 * Windows-1252 fraction signs within a word, or the generic currency sign: ISO-8859-15 has `œ` and `€` at these bytes.
 */
const LATIN_9 = /¤|\p{L}[½¼]|½\p{L}/u;
/** Bytes of Windows symbols, where ISO-8859 has none. */
const WINDOWS_SIGNS = /[\u0080-\u009f]/;

const windows1252 = new TextDecoder("windows-1252");

/** Whether all non-ASCII characters of the text are symbols at typical positions. */
export function hasOnlyWesternSigns(sample: Uint8Array): boolean {
  return ONLY_ASCII.test(windows1252.decode(sample).replace(SIGNS, ""));
}

/** Returns the exact encoding of text that seems to be Windows-1252, whose relatives differ in few letters. */
export function westernVariant(sample: Uint8Array): string {
  const text = windows1252.decode(sample);
  if (OTHER_IN_TURKISH.test(text) && !NOT_IN_TURKISH.test(text)) return "windows-1254";
  const hasWindowsSigns = WINDOWS_SIGNS.test(Buffer.from(sample).toString("latin1"));
  return !hasWindowsSigns && LATIN_9.test(text) ? "iso-8859-15" : "windows-1252";
}
