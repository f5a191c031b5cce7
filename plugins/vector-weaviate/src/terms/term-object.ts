import type { RankedRecord, TermRecord } from "@quarry/plugin";
import { deletionsOf } from "@quarry/text";
import { BODY, digestOf, FACTS, valueTermsOf, uuidOf } from "../stored-object.ts";
import { type Result, textOf, type Wanted } from "../weaviate-objects.ts";
import type { BatchObject } from "../weaviate-stub.ts";

/** Property with digests of a record's terms. */
export const TERMS = "terms";
/** Property with digests of a record's words. */
export const WORDS = "words";
/** Property for near words: digests of a word with some characters deleted. */
export const NEAR = "near";
/** Property with prefixes of a record's UUID, which partition a large result, and the UUID itself. */
export const PLACES = "places";

/** Digits of the longest prefix: that many parts of 10,000 records each are 40 million. */
export const PLACE_DIGITS = 3;

/** Maximum edit distance at which near words are found. */
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

/** Returns the object of a word that records contained at some time, independent of the records. */
export const wordObject = (word: string): BatchObject =>
  objectOf(wordUuid(word), word, { [NEAR]: nearDigests(word, MOST_EDITS) });

export const readWord = (result: Result): string => JSON.parse(textOf(result, BODY)) as string;

/** Returns digests of a word's deletion variants: two words within the edit distance share some. */
export const nearDigests = (word: string, edits: number): string[] => Array.from(deletionsOf(word, edits), digestOf);

/** Empty properties are omitted. */
const objectOf = (uuid: string, body: unknown, lists: Readonly<Record<string, readonly string[]>>): BatchObject => ({
  uuid,
  properties: {
    nonRefProperties: { [BODY]: JSON.stringify(body) },
    textArrayProperties: Object.entries(lists)
      .filter(([, values]) => values.length > 0)
      .map(([propName, values]) => ({ propName, values })),
  },
});
