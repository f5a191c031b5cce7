import type { WordRepair } from "@quarry/index";
import type { RerankStatus, SearchResponse, SearchResult, SearchTimings } from "@quarry/search";

export interface AnsweredResult extends SearchResult {
  /** Only with `expand`. */
  readonly expandedText?: string;
}

/** Answer of one collection to a query. */
export interface QueryAnswer extends SearchResponse {
  readonly results: readonly AnsweredResult[];
  /** Fields of the filter that no passage of the collection visible to the caller has. */
  readonly unknownFields: readonly string[];
}

export interface CollectionResult extends AnsweredResult {
  /** Name of the collection that contains it. */
  readonly collection: string;
}

/** Merged answer of several collections to a query. */
export interface MultiQueryAnswer {
  /**
   * Results by score, highest first; equal scores in the order of the collections. Each collection's results stay in
   * their own order, which `diversity` can make different from score order.
   */
  readonly results: readonly CollectionResult[];
  readonly rerankStatus: RerankStatus | null;
  /** As for one collection; the maximum of all. */
  readonly termsLeftOut: number;
  /** Fields of the filter that none of the collections has. */
  readonly unknownFields: readonly string[];
  /** Collections without a field of the filter that others have. */
  readonly lackingFields: readonly { readonly collection: string; readonly fields: readonly string[] }[];
  readonly timings?: SearchTimings;
  /** Only with `explain`. */
  readonly repairs?: readonly CollectionRepair[];
}

/** A query term that one collection doesn't contain, and its correction there. */
export interface CollectionRepair extends WordRepair {
  readonly collection: string;
}

/** Merges by score, which is comparable across collections. */
export const mergeAnswers = (
  answers: readonly { readonly collection: string; readonly answer: QueryAnswer }[],
): MultiQueryAnswer => {
  const repairs = answers.flatMap(({ collection, answer }) =>
    answer.repairs?.map((repair) => ({ ...repair, collection })),
  );
  const timings = answers.flatMap(({ answer }) => answer.timings ?? []);
  const [first, ...others] = answers.map(({ answer }) => answer.unknownFields);
  const unknownFields = (first ?? []).filter((field) => others.every((fields) => fields.includes(field)));
  const lackingFields = answers.flatMap(({ collection, answer }) => {
    const fields = answer.unknownFields.filter((field) => !unknownFields.includes(field));
    return fields.length === 0 ? [] : [{ collection, fields }];
  });
  return {
    results: mergeResults(answers),
    rerankStatus: worstRerankStatus(answers.map(({ answer }) => answer.rerankStatus)),
    termsLeftOut: Math.max(0, ...answers.map(({ answer }) => answer.termsLeftOut)),
    unknownFields,
    lackingFields,
    ...(timings.length > 0 && {
      timings: longestTimings(timings),
      repairs: repairs.filter((repair) => repair !== undefined),
    }),
  };
};

/** K-way merge: repeatedly takes the best of the collections' next results. */
const mergeResults = (
  answers: readonly { readonly collection: string; readonly answer: QueryAnswer }[],
): readonly CollectionResult[] => {
  const queues = answers.map(({ collection, answer }) => ({ collection, results: answer.results, next: 0 }));
  const merged: CollectionResult[] = [];
  for (;;) {
    let best: (typeof queues)[number] | undefined;
    for (const queue of queues) {
      const score = queue.results[queue.next]?.score;
      if (score !== undefined && score > (best?.results[best.next]?.score ?? -1)) best = queue;
    }
    if (best === undefined) return merged;
    merged.push(Object.assign(best.results[best.next]!, { collection: best.collection }));
    best.next += 1;
  }
};

const FROM_WORST: readonly RerankStatus[] = ["failed", "skipped", "applied"];

/** Combines the status of several rerankings: `applied` only if none failed or was skipped. */
export const worstRerankStatus = (statuses: readonly (RerankStatus | null)[]): RerankStatus | null =>
  FROM_WORST.find((status) => statuses.includes(status)) ?? null;

/** Searches run concurrently, so a stage took as long as the slowest. */
const longestTimings = (all: readonly SearchTimings[]): SearchTimings => {
  const longest: Record<string, number> = {};
  for (const timings of all) {
    for (const [step, milliseconds] of Object.entries(timings) as [string, number][]) {
      longest[step] = Math.max(longest[step] ?? 0, milliseconds);
    }
  }
  return { totalMs: 0, ...longest };
};
