import type { RankedRecord, TermRecord } from "@quarry/plugin";
import { deletionsOf } from "@quarry/text";
import { BODY, digestOf, FACTS, valueTermsOf, uuidOf } from "../stored-object.ts";
import { type Result, textOf, type Wanted } from "../weaviate-objects.ts";
import type { BatchObject } from "../weaviate-stub.ts";

/** Digests of a record's terms. */
export const TERMS = "terms";
/** Digests of a record's words. */
export const WORDS = "words";
/** Field for near words: digests of a word without some of its characters. */
export const NEAR = "near";
/** Prefixes of a record's UUID, which divide a large result into parts, and the UUID itself. */
export const PLACES = "places";

/** Digits of the longest beginning: so many parts of 10,000 records each are 40 million. */
export const PLACE_DIGITS = 3;

/** Words are found by others that are so far from them. */
const MOST_EDITS = 2;

/** Properties needed for a score. */
export const WITH_BODY: Wanted = { metadata: { uuid: true }, properties: { nonRefProperties: [BODY] } };

export const recordUuid = (key: string): string => uuidOf(`r${key}`);
export const wordUuid = (word: string): string => uuidOf(`w${word}`);

export const recordObject = ({ key, rank, length, terms, words, metadata }: TermRecord): BatchObject => {
  const uuid = recordUuid(key);
  const beginnings = Array.from({ length: PLACE_DIGITS }, (_, index) => uuid.slice(0, index + 1));
  return objectOf(uuid, [key, rank, length, [...terms]], {
    [TERMS]: Array.from(terms.keys(), digestOf),
    [WORDS]: words.map(digestOf),
    [PLACES]: [...beginnings, uuid],
    [FACTS]: valueTermsOf(metadata),
  });
};

export const readRecord = (result: Result): RankedRecord => {
  const [key, rank, length, terms] = JSON.parse(textOf(result, BODY)) as [string, string, number, [string, number][]];
  return { key, rank, length, terms: new Map(terms) };
};

/** A word that records hold, whatever becomes of them. */
export const wordObject = (word: string): BatchObject =>
  objectOf(wordUuid(word), word, { [NEAR]: nearDigests(word, MOST_EDITS) });

export const readWord = (result: Result): string => JSON.parse(textOf(result, BODY)) as string;

/** Digests of a word's deletions: two words that are at most so many edits apart share some. */
export const nearDigests = (word: string, edits: number): string[] => Array.from(deletionsOf(word, edits), digestOf);

/** A property that would be empty is left out. */
const objectOf = (uuid: string, body: unknown, lists: Readonly<Record<string, readonly string[]>>): BatchObject => ({
  uuid,
  properties: {
    nonRefProperties: { [BODY]: JSON.stringify(body) },
    textArrayProperties: Object.entries(lists)
      .filter(([, values]) => values.length > 0)
      .map(([propName, values]) => ({ propName, values })),
  },
});
