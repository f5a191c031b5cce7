/** Byte order mark, which declares a text as UTF-8 whatever the text itself declares. */
const UTF8_MARK = new Uint8Array([0xef, 0xbb, 0xbf]);

const encoder = new TextEncoder();

/**
 * Converts a text page to UTF-8 if the server declares its encoding. That declaration takes precedence over the page's
 * own, and would be lost with the response headers. Bytes that begin with a byte order mark, and unknown encodings,
 * pass unchanged.
 */
export async function* asUtf8(
  bytes: AsyncIterable<Uint8Array>,
  head: Uint8Array,
  charset: string | undefined,
): AsyncGenerator<Uint8Array> {
  const decoder = hasMark(head) ? undefined : decoderOf(charset);
  if (decoder === undefined) return yield* bytes;
  yield UTF8_MARK;
  for await (const buffer of bytes) yield encoder.encode(decoder.decode(buffer, { stream: true }));
  yield encoder.encode(decoder.decode());
}

const decoderOf = (charset: string | undefined): TextDecoder | undefined => {
  if (charset === undefined) return undefined;
  try {
    const decoder = new TextDecoder(charset);
    return decoder.encoding === "utf-8" ? undefined : decoder;
  } catch {
    return undefined;
  }
};

const hasMark = ([first, second, third]: Uint8Array): boolean =>
  (first === 0xef && second === 0xbb && third === 0xbf) ||
  (first === 0xff && second === 0xfe) ||
  (first === 0xfe && second === 0xff);
