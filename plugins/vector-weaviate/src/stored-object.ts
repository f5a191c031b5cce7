import { createHash } from "node:crypto";
import type { JsonObject } from "@quarry/plugin/domain";
import { metadataFacts, type VectorRecord } from "@quarry/plugin";
import { numberWords } from "./number-words.ts";

/** Property with digests of the terms that filters match. */
export const FACTS = "facts";
/** Property with the original id as JSON. */
export const KEY = "key";
/** Property with the original metadata and text as JSON. */
export const BODY = "body";
/** Name of the only vector. Vectors of a class have names. */
export const VECTOR = "default";

/** Private namespace (RFC 9562, section 5.5), so that no other program generates the same ids. */
const NAMESPACE = Buffer.from("5d6f1f0c2a4b5e0c9a3f6b1de7c84a21", "hex");

/** A digest of this length is practically unique. */
const DIGEST_BYTES = 16;

/**
 * Returns the UUID of an id, because Weaviate accepts only UUIDs: version 5, from the id's UTF-16, which distinguishes
 * all texts.
 */
export const uuidOf = (id: string): string => {
  const bytes = createHash("sha1").update(NAMESPACE).update(id, "utf16le").digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};

/**
 * Returns the stored form of a term. Weaviate trims terms and can't store lone surrogates, and two terms must never
 * become equal.
 */
export const digestOf = (word: string): string =>
  createHash("sha256").update(word, "utf16le").digest().subarray(0, DIGEST_BYTES).toString("base64url");

/** Returns the term that marks a path with a number. Numbers themselves have terms too. */
export const hasNumberWord = (path: string): string => `#${path}`;

/** Returns the indexed values of metadata, for filters. */
export const valueTermsOf = (metadata: JsonObject): readonly string[] => {
  const { words, numbers } = metadataFacts(metadata);
  // Terms of field values begin with a letter or a digit; terms of numbers don't.
  const all = [...words];
  for (const [path, { least, greatest }] of numbers) {
    all.push(hasNumberWord(path), ...numberWords(path, least), ...numberWords(path, greatest));
  }
  // Never empty, so "contains none of" needs no special case.
  return ["", ...new Set(all)].map(digestOf);
};

/** Returns the Weaviate properties of a record. */
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
