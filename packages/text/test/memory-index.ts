import { BM25_B, BM25_K1, idf, indexText, scoreBound, searchTerms } from "../src/index.ts";

/** BM25's share of a term's IDF. */
const termScore = (frequency: number, relativeLength: number): number =>
  frequency / (frequency + BM25_K1 * (1 - BM25_B + BM25_B * relativeLength));

export interface Hit {
  readonly id: string;
  readonly score: number;
}

/** The keyword ranking by itself: an inverted index in memory that scores every term with the package's formulas. */
export class MemoryIndex {
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #ids: string[] = [];
  readonly #lengths: number[] = [];
  #totalLength = 0;

  /** Adds a text. Terms of the text above it count three times, as in the service's index. */
  add(id: string, text: string, above = ""): void {
    const [own, context] = [text, above].map((each) => indexText(each, new Set()));
    const terms = [...context!.terms, ...context!.terms, ...context!.terms, ...own!.terms];
    const length = context!.length + own!.length;
    const number = this.#ids.push(id) - 1;
    this.#lengths.push(length);
    this.#totalLength += length;
    for (const term of terms) {
      let postings = this.#postings.get(term);
      if (postings === undefined) this.#postings.set(term, (postings = new Map()));
      postings.set(number, (postings.get(number) ?? 0) + 1);
    }
  }

  search(query: string, topK: number): Hit[] {
    const count = this.#ids.length;
    const average = this.#totalLength / count;
    const scores = new Map<number, number>();
    const weighted = [...searchTerms(query).terms].map(([term, occurrences]) => {
      const postings = this.#postings.get(term);
      return { postings, count: occurrences, idf: idf(count, postings?.size ?? 0) };
    });
    for (const { postings, count: occurrences, idf: weight } of weighted) {
      for (const [number, frequency] of postings ?? []) {
        const gain = occurrences * weight * termScore(frequency, this.#lengths[number]! / average);
        scores.set(number, (scores.get(number) ?? 0) + gain);
      }
    }
    const bound = scoreBound(weighted);
    return [...scores]
      .map(([number, score]) => ({ id: this.#ids[number]!, score: score / bound }))
      .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
      .slice(0, topK);
  }
}
