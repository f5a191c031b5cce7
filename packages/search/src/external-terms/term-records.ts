import type { JsonObject } from "@quarry/plugin/domain";
import type { TermRecord } from "@quarry/plugin";
import type { AnalysedPassages } from "./analyse-passages.ts";

/** Returns the store's records for passages, identified by their numbers. */
export const recordsOf = (
  seqs: readonly number[],
  ids: readonly string[],
  metadata: readonly JsonObject[],
  { terms, lengths, words }: AnalysedPassages,
): readonly TermRecord[] =>
  seqs.map((seq, index) => ({
    key: String(seq),
    rank: ids[index]!,
    terms: terms[index]!,
    length: lengths[index]!,
    words: words[index]!,
    metadata: metadata[index]!,
  }));
