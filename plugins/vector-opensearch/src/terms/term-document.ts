import { hash } from "node:crypto";
import type { TermRecord } from "@quarry/plugin";
import { failure } from "../opensearch-failure.ts";
import { VALUE_FIELDS, valueFields, FIELDS } from "../stored-document.ts";
import { SIMILARITY_SCRIPT } from "./term-boost.ts";
import { numbersOf } from "./term-number.ts";

/** Fields of a document in addition to those for filters. */
export const TERM_FIELDS = {
  terms: "terms",
  words: "words",
  key: "key",
  rank: "rank",
  length: "length",
  /** Marks the document that shows a collection's existence; it is not a record. */
  marker: "marker",
} as const;

/** Separates terms, and a term from its number: no text contains this character. */
const BETWEEN = "\u001e";
const BEFORE_NUMBER = "\u001f";

/** Padding term for the sum of a record's numbers. No term begins with this character: prefixes use others. */
const FILLING = "=";

/** Returns the prefix of all of a collection's terms and words, which separates it from others in the same index. */
export const prefixOf = (collection: string): string =>
  `${hash("sha256", collection, "base64url").slice(0, PREFIX_LENGTH - 1)}:`;

/** 60 bits distinguish collections. */
const PREFIX_LENGTH = 11;

export const TERM_INDEX = {
  settings: {
    similarity: { numbers: { type: "scripted", script: { source: SIMILARITY_SCRIPT } } },
    analysis: {
      tokenizer: { apart: { type: "simple_pattern_split", pattern: BETWEEN } },
      filter: { numbered: { type: "delimited_term_freq", delimiter: BEFORE_NUMBER } },
      analyzer: {
        terms: { type: "custom", tokenizer: "apart", filter: ["numbered"] },
        words: { type: "custom", tokenizer: "apart" },
      },
    },
  },
  mappings: {
    dynamic: false,
    _source: { includes: [TERM_FIELDS.marker] },
    _routing: { required: true },
    properties: {
      ...VALUE_FIELDS,
      [TERM_FIELDS.terms]: {
        type: "text",
        analyzer: "terms",
        similarity: "numbers",
        index_options: "freqs",
      },
      [TERM_FIELDS.words]: { type: "text", analyzer: "words", index_options: "docs", norms: false },
      [TERM_FIELDS.key]: { type: "keyword", index: false },
      [TERM_FIELDS.rank]: { type: "keyword", index: false },
      [TERM_FIELDS.length]: { type: "integer", index: false },
    },
  },
} as const;

/** Returns the id of the document that shows that a collection exists. */
export const markerOf = (collection: string): string =>
  JSON.stringify({ [FIELDS.generation]: collection, [TERM_FIELDS.marker]: collection });

/** Returns a record as JSON in the form that the server indexes. */
export const toTermDocument = (
  collection: string,
  { key, rank, terms, length, words, metadata }: TermRecord,
): string => {
  const prefix = prefixOf(collection);
  const reported = numbersOf([...terms.values()], length);
  if (reported === undefined)
    throw failure("invalid", `${terms.size} terms of ${key} are too many for its length, ${length}`);
  const numbered = Array.from(terms.keys(), (term, index) => {
    return `${prefix}${term.toWellFormed()}${BEFORE_NUMBER}${reported.numbers[index]}`;
  });
  return JSON.stringify({
    ...valueFields(collection, metadata),
    [TERM_FIELDS.terms]: [...numbered, `${FILLING}${BEFORE_NUMBER}${reported.rest}`].join(BETWEEN),
    [TERM_FIELDS.words]: words.map((word) => prefix + word.toWellFormed()).join(BETWEEN),
    [TERM_FIELDS.key]: key,
    [TERM_FIELDS.rank]: rank.toWellFormed(),
    [TERM_FIELDS.length]: length,
  });
};
