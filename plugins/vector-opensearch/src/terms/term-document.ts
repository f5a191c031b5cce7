import { hash } from "node:crypto";
import { MOST_TOLD_FREQUENCY, type TermRecord } from "@quarry/plugin";
import { FACT_FIELDS, factFields, FIELDS } from "../stored-document.ts";

/** Fields of a document beside those that filters ask for. */
export const TERM_FIELDS = {
  terms: "terms",
  words: "words",
  rank: "rank",
  length: "length",
  /** Where it is there, the document is not a record but says that the collection is made. */
  marker: "marker",
} as const;

/** Between two terms, and between a term and its number: no text holds them. */
const BETWEEN = "\u001e";
const BEFORE_NUMBER = "\u001f";

/**
 * A term is kept with one number, which the server takes for its frequency: how often the record holds it, and in the low bits
 * the record's length. A number of 24 bits passes through the server's 32-bit scores as it is.
 */
const LENGTH_BITS = 12;
const MOST_LENGTH = (1 << LENGTH_BITS) - 1;

/** The number of a term. Lengths that are too long for it count as less, so that no score of the server is below the exact one. */
const numberOf = (frequency: number, length: number): number =>
  frequency >= MOST_TOLD_FREQUENCY
    ? ((MOST_TOLD_FREQUENCY - 1) << LENGTH_BITS) | 0
    : ((frequency - 1) << LENGTH_BITS) | Math.min(length, MOST_LENGTH);

export const frequencyOf = (number: number): number => (number >> LENGTH_BITS) + 1;

/** What a term brings a record, of the number that it is kept with (`_score`). */
export const SCORE_SCRIPT = `int n = (int) _score; double f = (n >> ${LENGTH_BITS}) + 1; return params.w * f / (f + params.b + params.s * (n & ${MOST_LENGTH}))`;

/** Terms and words are kept apart by collection, though many share an index: what begins all of a collection's. */
export const prefixOf = (collection: string): string =>
  `${hash("sha256", collection, "base64url").slice(0, PREFIX_LENGTH - 1)}:`;

/** 60 bits tell collections apart. */
const PREFIX_LENGTH = 11;

export const TERM_INDEX = {
  settings: {
    similarity: { number: { type: "scripted", script: { source: "return query.boost * doc.freq" } } },
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
      ...FACT_FIELDS,
      [TERM_FIELDS.terms]: {
        type: "text",
        analyzer: "terms",
        similarity: "number",
        index_options: "freqs",
        norms: false,
      },
      [TERM_FIELDS.words]: { type: "text", analyzer: "words", index_options: "docs", norms: false },
      [TERM_FIELDS.rank]: { type: "keyword", index: false },
      [TERM_FIELDS.length]: { type: "integer", index: false },
    },
  },
} as const;

/** The document that says that a collection is made. */
export const markerOf = (collection: string): string =>
  JSON.stringify({ [FIELDS.generation]: collection, [TERM_FIELDS.marker]: collection });

/** A record as the server indexes it, as JSON. */
export const toTermDocument = (collection: string, { rank, terms, length, words, metadata }: TermRecord): string => {
  const prefix = prefixOf(collection);
  const numbered = Array.from(
    terms,
    ([term, frequency]) => `${prefix}${term.toWellFormed()}${BEFORE_NUMBER}${numberOf(frequency, length)}`,
  );
  return JSON.stringify({
    ...factFields(collection, metadata),
    [TERM_FIELDS.terms]: numbered.join(BETWEEN),
    [TERM_FIELDS.words]: words.map((word) => prefix + word.toWellFormed()).join(BETWEEN),
    [TERM_FIELDS.rank]: rank.toWellFormed(),
    [TERM_FIELDS.length]: length,
  });
};
