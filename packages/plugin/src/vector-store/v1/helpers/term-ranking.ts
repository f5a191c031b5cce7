import { compareStrings, type Filter } from "../../../domain/index.ts";
import type { TermRecord, TermSearchRequest, TermSearchResult } from "../term-index-v1.ts";

/** Fields of a record from which its score is computed. */
export type RankedRecord = Pick<TermRecord, "key" | "rank" | "length" | "terms">;

interface Scored {
  readonly record: RankedRecord;
  readonly frequencies: readonly number[];
  /** Score in 32 bits, so that scores that differ only by rounding are equal. */
  readonly score: number;
}

/** Position in the ranking at which a page ended. */
type RankingKey = readonly [score: number, rank: string, key: string];

/**
 * Ranks the candidates that a backend returned for a search by terms: in the contract's order, by their exact scores,
 * after the end of the previous page. For backends whose own scores are not usable.
 */
export class TermRanking {
  readonly #request: TermSearchRequest;
  readonly #after: RankingKey | undefined;
  #found: Scored[] = [];
  #isTrimmed = false;

  constructor(request: TermSearchRequest) {
    this.#request = request;
    this.#after = request.after === undefined ? undefined : (JSON.parse(request.after) as RankingKey);
  }

  /**
   * Adds candidates. Keeps those that contain at least one of the terms and all required ones. Each record must be
   * added only once.
   */
  add(records: readonly RankedRecord[]): void {
    for (const record of records) {
      const scored = this.#score(record);
      if (scored !== undefined) this.#found.push(scored);
    }
    this.#found.sort(compareScored);
  }

  clear(): void {
    this.#found = [];
  }

  /** Drops records beyond the limit; for use when all records are scanned. */
  trim(): void {
    this.#isTrimmed ||= this.#found.length > this.#request.limit;
    this.#found.length = Math.min(this.#found.length, this.#request.limit);
  }

  /** Whether the page is final: no record with at most this score can enter it. */
  isSure(score: number): boolean {
    const last = this.#found[this.#request.limit - 1];
    return last !== undefined && last.score > score;
  }

  /** Returns the page. `residual` is the part of the filter that remains to be checked. */
  result(residual: Filter | undefined): TermSearchResult {
    const { limit } = this.#request;
    const hits = this.#found.slice(0, limit);
    const last = hits.at(-1);
    const isEnd = last === undefined || (!this.#isTrimmed && this.#found.length < limit);
    return {
      hits: hits.map(({ record: { key, length }, frequencies }) => ({ key, length, frequencies })),
      bound: isEnd ? 0 : last.score,
      ...(!isEnd && { next: JSON.stringify(rankingKeyOf(last)) }),
      ...(residual !== undefined && { residual }),
    };
  }

  #score(record: RankedRecord): Scored | undefined {
    const { terms, required = [], base, slope } = this.#request;
    const frequencies = terms.map(({ term }) => record.terms.get(term) ?? 0);
    if (frequencies.every((frequency) => frequency === 0)) return undefined;
    if (!required.every((term) => record.terms.has(term))) return undefined;
    const norm = base + slope * record.length;
    let sum = 0;
    for (const [index, frequency] of frequencies.entries()) {
      if (frequency > 0) sum += (terms[index]!.weight * frequency) / (frequency + norm);
    }
    const scored = { record, frequencies, score: Math.fround(sum) };
    const isAfterPrevious = this.#after === undefined || compareRankingKeys(rankingKeyOf(scored), this.#after) > 0;
    return isAfterPrevious ? scored : undefined;
  }
}

const rankingKeyOf = ({ score, record: { rank, key } }: Scored): RankingKey => [score, rank, key];

const compareRankingKeys = (a: RankingKey, b: RankingKey): number =>
  b[0] - a[0] || compareStrings(a[1], b[1]) || compareStrings(a[2], b[2]);

const compareScored = (a: Scored, b: Scored): number => compareRankingKeys(rankingKeyOf(a), rankingKeyOf(b));
