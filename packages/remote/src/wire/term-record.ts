import { create } from "@bufbuild/protobuf";
import { type TermRecord as TermRecordMessage, TermRecordSchema } from "@quarry/api/plugin";
import { metadataFacts, type TermRecord } from "@quarry/plugin";
import { textSize } from "./parts.ts";
import { metadataOf, numberRanges, RANGE_BYTES } from "./stored-record.ts";

/**
 * Converts a passage for a term index in another process. Includes metadata if the index filters with the host's own
 * code.
 */
export const termRecordMessage = (record: TermRecord, withMetadata: boolean): TermRecordMessage => {
  const { key, rank, terms, length, words, metadata } = record;
  const message = create(TermRecordSchema, {
    key,
    rank: rank.toWellFormed(),
    length,
    words: words.map((word) => word.toWellFormed()),
  });
  // Properties are defined, not assigned: a term can be "__proto__".
  message.terms = Object.fromEntries(Array.from(terms, ([term, count]) => [term.toWellFormed(), count]));
  if (withMetadata) message.metadataJson = JSON.stringify(metadata);
  else {
    const fieldValues = metadataFacts(metadata);
    message.facts = [...fieldValues.words];
    message.numbers = numberRanges(fieldValues.numbers);
  }
  return message;
};

export const termRecordOf = ({ key, rank, terms, length, words, metadataJson }: TermRecordMessage): TermRecord => ({
  ...{ key, rank, length, words },
  terms: new Map(Object.entries(terms)),
  metadata: metadataJson === undefined ? {} : metadataOf(metadataJson),
});

/** Bytes of a number with its tags. */
const NUMBER_BYTES = 8;

/** Maximum bytes that a record takes in a message. */
export const termRecordSize = (message: TermRecordMessage): number => {
  const { key, rank, terms, words, facts: fieldValues, numbers, metadataJson = "" } = message;
  let size = textSize(key) + textSize(rank) + textSize(metadataJson) + NUMBER_BYTES;
  for (const term of Object.keys(terms)) size += textSize(term) + NUMBER_BYTES;
  for (const text of [...words, ...fieldValues]) size += textSize(text);
  for (const path of Object.keys(numbers)) size += textSize(path) + RANGE_BYTES;
  return size;
};
