import { brotliDecompressSync, gunzipSync } from "node:zlib";

const UNPACKERS: Readonly<Record<string, typeof gunzipSync>> = { gzip: gunzipSync, br: brotliDecompressSync };

/**
 * Returns the JSON in the URL of a Connect GET. Call it after the library has decoded the message, which is then known
 * to be well-formed and small. Returns undefined if the message is binary.
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
