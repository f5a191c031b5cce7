import { Utf32Decoder } from "./utf-32-decoder.ts";

/** Decodes a stream of bytes chunk by chunk; `TextDecoder` fits. */
export interface TextStreamDecoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}

/** Makes decoders of one encoding, each for one reading of the text. */
export type MakeTextDecoder = () => TextStreamDecoder;

/** How text in `encoding` is decoded; undefined for a name that nobody knows. */
export async function textDecoderOf(encoding: string): Promise<MakeTextDecoder | undefined> {
  if (encoding === "utf-32le" || encoding === "utf-32be") return () => new Utf32Decoder(encoding);
  if (isNative(encoding)) return () => new TextDecoder(encoding);
  // Only what `TextDecoder` lacks (code pages of DOS and the like) goes through the slower library.
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
