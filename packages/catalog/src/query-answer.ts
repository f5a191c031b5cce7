import { compareStrings } from "@quarry/domain";
import type { RerankStatus, SearchResponse, SearchResult, SearchTimings } from "@quarry/search";

export interface AnsweredResult extends SearchResult {
  /** With `expand` only. */
  readonly expandedText?: string;
}

/** What one collection answers. */
export interface QueryAnswer extends SearchResponse {
  readonly results: readonly AnsweredResult[];
}

export interface CollectionResult extends AnsweredResult {
  /** Name of the collection that it comes from. */
  readonly collection: string;
}

/** What several collections answer together. */
export interface MultiQueryAnswer {
  /** By score, highest first; equal scores in the order of the collections, then by id. */
  readonly results: readonly CollectionResult[];
  readonly rerankStatus: RerankStatus | null;
  readonly timings?: SearchTimings;
}

/** Merges by score, which means the same in every collection. */
export const mergeAnswers = (
  answers: readonly { readonly collection: string; readonly answer: QueryAnswer }[],
): MultiQueryAnswer => {
  const results = answers.flatMap(({ collection, answer }, place) =>
    answer.results.map((result) => ({ place, result: { ...result, collection } })),
  );
  results.sort(
    (a, b) => b.result.score - a.result.score || a.place - b.place || compareStrings(a.result.id, b.result.id),
  );
  const timings = answers.flatMap(({ answer }) => answer.timings ?? []);
  return {
    results: results.map(({ result }) => result),
    rerankStatus: worstRerankStatus(answers.map(({ answer }) => answer.rerankStatus)),
    ...(timings.length > 0 && { timings: longestTimings(timings) }),
  };
};

const FROM_WORST: readonly RerankStatus[] = ["failed", "skipped", "applied"];

/** One word for several rerankings: `applied` only when none of them failed or was skipped. */
export const worstRerankStatus = (statuses: readonly (RerankStatus | null)[]): RerankStatus | null =>
  FROM_WORST.find((status) => statuses.includes(status)) ?? null;

/** Searches run side by side, so a stage took as long as the slowest. */
const longestTimings = (all: readonly SearchTimings[]): SearchTimings => {
  const longest: Record<string, number> = {};
  for (const timings of all) {
    for (const [step, milliseconds] of Object.entries(timings) as [string, number][]) {
      longest[step] = Math.max(longest[step] ?? 0, milliseconds);
    }
  }
  return { totalMs: 0, ...longest };
};
