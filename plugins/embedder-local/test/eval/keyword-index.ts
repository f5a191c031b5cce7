import { analyze, BM25_B, BM25_K1, idf, queryTerms, scoreBound } from "@quarry/text";
import type { TermStatistics } from "@quarry/plugin";
import { Effect } from "effect";
import type { Scores } from "./judged-collection.ts";

/** BM25's share of a term's IDF. */
const termScore = (frequency: number, relativeLength: number): number =>
  frequency / (frequency + BM25_K1 * (1 - BM25_B + BM25_B * relativeLength));

/**
 * An in-memory keyword index: provides the scores that hybrid search mixes in, and the statistics that the embedder
 * requests.
 */
export class KeywordIndex {
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #lengths: number[] = [];

  add(texts: readonly string[]): void {
    for (const text of texts) {
      const terms = analyze(text);
      const document = this.#lengths.push(terms.length) - 1;
      for (const term of terms) {
        const posting = this.#postings.get(term) ?? new Map<number, number>();
        this.#postings.set(term, posting.set(document, (posting.get(document) ?? 0) + 1));
      }
    }
  }

  documentFrequency(term: string): number {
    return this.#postings.get(term)?.size ?? 0;
  }

  get documentCount(): number {
    return this.#lengths.length;
  }

  get statistics(): TermStatistics {
    return {
      read: (terms) =>
        Effect.succeed({
          documentCount: this.documentCount,
          documentFrequencies: terms.map((term) => this.documentFrequency(term)),
        }),
    };
  }

  /** Returns keyword scores as the platform reports them: the share of the query's information, in [0, 1). */
  scores(queries: readonly string[]): Scores {
    const average = this.#lengths.reduce((sum, length) => sum + length, 0) / this.documentCount;
    return queries.map((query) => {
      const scores = new Float64Array(this.documentCount);
      const terms = [...queryTerms(query)].map(([term, count]) => ({ term, count, idf: this.idf(term) }));
      for (const { term, count, idf } of terms)
        for (const [document, frequency] of this.#postings.get(term) ?? [])
          scores[document]! += count * idf * termScore(frequency, this.#lengths[document]! / average);
      const bound = scoreBound(terms);
      return scores.map((score) => (bound === 0 ? 0 : score / bound));
    });
  }

  idf(term: string): number {
    return idf(this.documentCount, this.documentFrequency(term));
  }
}
