/**
 * Matches the encoding declaration. It is ASCII in every encoding that it can name, except UTF-16, which is recognised
 * by its byte-order mark.
 */
const DECLARED = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/;
const DECLARATION_BYTES = 256;

/**
 * Returns the decoder for an XML part by its first bytes. Office writes UTF-8; other writers also use encodings that
 * the standard forbids.
 */
export function decoderFor(head: Buffer): TextDecoder {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder("utf-16le");
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder("utf-16be");
  const declared = DECLARED.exec(head.toString("latin1", 0, DECLARATION_BYTES))?.[1] ?? "utf-8";
  // A part in UTF-16 without its mark could not have been read as ASCII up to here.
  if (/^utf-?(?:8|16)/i.test(declared)) return new TextDecoder("utf-8");
  try {
    return new TextDecoder(declared);
  } catch {
    return new TextDecoder("utf-8");
  }
}
