import { createHash } from "node:crypto";
import type { JsonObject } from "@quarry/plugin/domain";
import { metadataFacts, type VectorRecord } from "@quarry/plugin";
import { numberWords } from "./number-words.ts";

/** Words that filters ask for, as digests. */
export const FACTS = "facts";
/** The id as it was given, as JSON. */
export const KEY = "key";
/** Metadata and text as they came, as JSON. */
export const BODY = "body";
/** The one vector. Classes have named ones. */
export const VECTOR = "default";

/** Our own namespace (RFC 9562, section 5.5), so that no other program makes the same ids. */
const NAMESPACE = Buffer.from("5d6f1f0c2a4b5e0c9a3f6b1de7c84a21", "hex");

/** A digest of so many bytes tells any number of words apart. */
const DIGEST_BYTES = 16;

/** Weaviate takes UUIDs only: version 5, from the id's UTF-16, which tells all texts apart. */
export const uuidOf = (id: string): string => {
  const bytes = createHash("sha1").update(NAMESPACE).update(id, "utf16le").digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};

/**
 * A word as it is stored: Weaviate cuts space from the ends of words and can't keep half a surrogate pair, and two
 * words must never become one.
 */
export const digestOf = (word: string): string =>
  createHash("sha256").update(word, "utf16le").digest().subarray(0, DIGEST_BYTES).toString("base64url");

/** Says that a path has a number. Numbers themselves are words too. */
export const hasNumberWord = (path: string): string => `#${path}`;

/** Indexed values of metadata, for filters. */
export const valueTermsOf = (metadata: JsonObject): readonly string[] => {
  const { words, numbers } = metadataFacts(metadata);
  // Words of field values begin with a letter or a digit, those of numbers don't.
  const all = [...words];
  for (const [path, { least, greatest }] of numbers) {
    all.push(hasNumberWord(path), ...numberWords(path, least), ...numberWords(path, greatest));
  }
  // Never empty, so that "has none of" needs no special case.
  return ["", ...new Set(all)].map(digestOf);
};

/** Weaviate properties of a record. */
export const toStored = ({ id, metadata, text }: VectorRecord) => ({
  uuid: uuidOf(id),
  facts: valueTermsOf(metadata),
  key: JSON.stringify(id),
  body: JSON.stringify([metadata, text]),
});

export const idOf = (key: string): string => JSON.parse(key) as string;

export const bodyOf = (body: string): { readonly metadata: JsonObject; readonly text: string } => {
  const [metadata, text] = JSON.parse(body) as [JsonObject, string];
  return { metadata, text };
};
