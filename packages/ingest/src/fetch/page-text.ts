/** Its mark says that a text is UTF-8, whatever the text says about itself. */
const UTF8_MARK = new Uint8Array([0xef, 0xbb, 0xbf]);

const encoder = new TextEncoder();

/**
 * The text of a page whose server names its encoding, as UTF-8: that goes before what the page says of itself, and would
 * be lost with the answer. Bytes that begin with a mark of Unicode are left as they are, and so is what nobody can decode.
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
