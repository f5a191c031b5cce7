import type { RankedRecord, TermRecord } from "@quarry/plugin";
import type { RowData } from "@zilliz/milvus2-sdk-node";
import { MAX_ARRAY_LENGTH } from "../milvus-fields.ts";
import { valueFields } from "../stored-row.ts";
import { NOTHING, termVector, wordVector } from "./sparse-terms.ts";

/** Terms and words have up to 80 UTF-16 units of at most three bytes. */
export const MAX_TERM_BYTES = 256;
/** Limit of the contract. */
export const MAX_RANK_BYTES = 1_536;

/** Maximum edit distance at which near words are found. */
const MOST_EDITS = 2;

/** Fields of a row required for scoring. */
export const SCORE_FIELDS = ["id", "record", "parts", "rank", "length", "terms", "counts"];

const recordId = (key: string): string => `r${key}`;
const wordId = (word: string): string => `w${word}`;

export const recordIds = (keys: readonly string[]): readonly string[] => keys.map(recordId);
export const wordIds = (words: Iterable<string>): readonly string[] => Array.from(words, wordId);
export const wordOf = (id: string): string => id.slice(1);

/** Returns the rows of a record: one if its terms fit into one array. Searches find the first row. */
export const recordRows = (record: TermRecord): RowData[] => {
  const { key, rank, length, metadata } = record;
  const terms = Array.from(record.terms.keys(), (term) => term.toWellFormed());
  const counts = [...record.terms.values()];
  const words = record.words.map((word) => word.toWellFormed());
  const parts = Math.max(1, Math.ceil(Math.max(terms.length, words.length) / MAX_ARRAY_LENGTH));
  const facts = valueFields(metadata);
  return Array.from({ length: parts }, (_, part) => {
    const [from, to] = [part * MAX_ARRAY_LENGTH, (part + 1) * MAX_ARRAY_LENGTH];
    return {
      id: part === 0 ? recordId(key) : `p${part}.${key}`,
      vector: part === 0 ? termVector(record) : NOTHING,
      record: key,
      parts,
      rank: rank.toWellFormed(),
      length,
      ...arrays(terms.slice(from, to), counts.slice(from, to), words.slice(from, to)),
      ...facts,
    };
  });
};

/** Returns the row of a word that records contained at some time, independent of the records. */
export const wordRow = (word: string): RowData => ({
  id: wordId(word),
  vector: wordVector(word, MOST_EDITS),
  ...{ record: "", parts: 0, rank: "", length: 0, ...arrays([], [], []) },
  ...valueFields({}),
});

/** An array must not be empty; no term is empty. */
const arrays = (terms: readonly string[], counts: readonly number[], words: readonly string[]): RowData => ({
  terms: terms.length === 0 ? [""] : [...terms],
  counts: counts.length === 0 ? [0] : [...counts],
  words: words.length === 0 ? [""] : [...words],
});

/** Merges the rows of a record into the values required for scoring. */
export const readRecord = (rows: readonly Record<string, unknown>[]): RankedRecord => ({
  key: rows[0]!["record"] as string,
  rank: rows[0]!["rank"] as string,
  length: Number(rows[0]!["length"]),
  terms: new Map(
    rows.flatMap((row) => {
      const counts = row["counts"] as readonly number[];
      return (row["terms"] as readonly string[]).map((term, index) => [term, Number(counts[index])] as const);
    }),
  ),
});
