import { brotliDecompressSync, gunzipSync } from "node:zlib";

const UNPACKERS: Readonly<Record<string, typeof gunzipSync>> = { gzip: gunzipSync, br: brotliDecompressSync };

/**
 * The JSON that a Connect GET carries in its URL, once the library has decoded it: it is well-formed then, and small. Undefined
 * where the message is binary.
 */
export const jsonInUrl = (url: string, maxBytes: number): unknown => {
  const { searchParams } = new URL(url);
  const message = searchParams.get("message");
  if (searchParams.get("encoding") !== "json" || message === null || message === "") return undefined;
  const bytes = Buffer.from(message, searchParams.get("base64") === "1" ? "base64url" : "utf8");
  const unpacker = UNPACKERS[searchParams.get("compression") ?? ""];
  const text = unpacker === undefined ? bytes : unpacker(bytes, { maxOutputLength: maxBytes });
  return text.length === 0 ? undefined : JSON.parse(text.toString("utf8"));
};
