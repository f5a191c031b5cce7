import { Utf32Decoder } from "./utf-32-decoder.ts";

/** Decodes a stream of bytes chunk by chunk; `TextDecoder` implements it. */
export interface TextStreamDecoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}

/** Creates a decoder of one encoding for one pass over the text. */
export type MakeTextDecoder = () => TextStreamDecoder;

/** Returns the decoder factory for `encoding`; undefined for an unknown name. */
export async function textDecoderOf(encoding: string): Promise<MakeTextDecoder | undefined> {
  if (encoding === "utf-32le" || encoding === "utf-32be") return () => new Utf32Decoder(encoding);
  if (isNative(encoding)) return () => new TextDecoder(encoding);
  // Only encodings that `TextDecoder` lacks (code pages of DOS and the like) use the slower library.
  const { default: iconv } = await import("iconv-lite");
  if (!iconv.encodingExists(encoding)) return undefined;
  return () => {
    const decoder = iconv.getDecoder(encoding);
    return {
      decode: (bytes) => (bytes === undefined ? (decoder.end() ?? "") : decoder.write(Buffer.from(bytes))),
    };
  };
}

function isNative(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== "";
  } catch {
    return false;
  }
}
