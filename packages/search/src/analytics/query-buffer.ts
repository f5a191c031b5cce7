import type { QueryDay, QueryHour } from "@quarry/store";

const MS_PER_HOUR = 3_600_000;
const HOURS_PER_DAY = 24;

/** Longest query text stored for the list of top queries. The rest is truncated. */
const MAX_QUERY_TEXT = 500;

/** Distinct queries buffered between two writes. Further queries of a burst count towards the averages only. */
const MAX_BUFFERED_QUERIES = 10_000;

/** One answered query. */
export interface AnsweredQuery {
  readonly collectionId: string;
  readonly query: string;
  readonly latencyMs: number;
  readonly scores: readonly number[];
}

/** Aggregates queries between two writes, so that a thousand queries become a few rows. */
export class QueryBuffer {
  #hours = new Map<string, QueryHour>();
  #days = new Map<string, QueryDay>();

  add(answered: AnsweredQuery, now: number): void {
    const { collectionId, scores } = answered;
    const hour = Math.floor(now / MS_PER_HOUR);
    const emptyCount = scores.length === 0 ? 1 : 0;
    const hourKey = `${collectionId} ${hour}`;
    const sums = this.#hours.get(hourKey);
    this.#hours.set(hourKey, {
      collectionId,
      hour,
      queryCount: (sums?.queryCount ?? 0) + 1,
      latencyMs: (sums?.latencyMs ?? 0) + answered.latencyMs,
      resultCount: (sums?.resultCount ?? 0) + scores.length,
      score: (sums?.score ?? 0) + scores.reduce((sum, score) => sum + score, 0),
      emptyCount: (sums?.emptyCount ?? 0) + emptyCount,
    });
    this.#countText(collectionId, Math.floor(hour / HOURS_PER_DAY), answered.query, emptyCount);
  }

  /** Returns the aggregates added since the last call and resets them. */
  take(): { readonly hours: readonly QueryHour[]; readonly days: readonly QueryDay[] } {
    const taken = { hours: [...this.#hours.values()], days: [...this.#days.values()] };
    this.#hours = new Map();
    this.#days = new Map();
    return taken;
  }

  #countText(collectionId: string, day: number, text: string, emptyCount: number): void {
    const query = text.trim().slice(0, MAX_QUERY_TEXT).toWellFormed();
    // A query by vector alone has no text to show.
    if (query === "") return;
    const key = `${collectionId} ${day} ${query}`;
    const known = this.#days.get(key);
    if (known === undefined && this.#days.size >= MAX_BUFFERED_QUERIES) return;
    this.#days.set(key, {
      collectionId,
      day,
      query,
      count: (known?.count ?? 0) + 1,
      emptyCount: (known?.emptyCount ?? 0) + emptyCount,
    });
  }
}
