import { byScore } from "@quarry/index";
import { slicesOf } from "@quarry/plugin/domain";
import { type ProviderPaused, type RateLimiters, textWithContext } from "@quarry/embedding";
import { PluginError } from "@quarry/plugin";
import { Cause, Effect, Redacted, Schedule } from "effect";
import type { Hit, RerankedHit } from "./hit.ts";
import type { RerankStatus } from "./search-request.ts";
import type { SearchReranker } from "./search-target.ts";

export interface Reranking {
  readonly hits: readonly RerankedHit[];
  readonly status: RerankStatus;
  readonly message?: string;
}

/** Hits of one collection that are to be reranked. */
export interface RerankJob {
  readonly reranker: SearchReranker | undefined;
  readonly query: string;
  readonly hits: readonly Hit[];
}

/** Timeout of the reranker. After it the search answers without reranking. */
const TIMEOUT_MS = 10_000;

/** Delay before the only retry. There is no retry if the provider asks for a longer pause. */
const RETRY_DELAY_MS = 100;
const PATIENCE_MS = 1_000;

/** Concurrent calls of one reranker with one key. */
const CONCURRENCY = 8;

/**
 * Orders each job's hits by the reranker's relevance. Jobs of one query with the same reranker, model and key are
 * scored together, in as few calls as possible. Fails open: without the reranker the hits are returned unchanged, with
 * the reason.
 */
export const rerankHits = Effect.fnUntraced(function* (
  limiters: RateLimiters,
  jobs: readonly RerankJob[],
): Effect.fn.Return<readonly Reranking[]> {
  const prepared = yield* Effect.forEach(jobs, prepare);
  const groups = new Map<string, Judged[]>();
  const names = new Map<unknown, number>();
  for (const job of prepared) {
    if ("status" in job) continue;
    const { service, model } = job.reranker;
    if (!names.has(service)) names.set(service, names.size);
    const key = JSON.stringify([names.get(service), model, secretOf(job.credential), job.query]);
    groups.set(key, [...(groups.get(key) ?? []), job]);
  }
  const rerankings = new Map<unknown, Reranking>();
  yield* Effect.forEach(
    groups.values(),
    (group) =>
      Effect.map(judge(limiters, group), (results) => {
        group.forEach((job, index) => rerankings.set(job, results[index]!));
      }),
    { concurrency: "unbounded", discard: true },
  );
  return prepared.map((job) => ("status" in job ? job : rerankings.get(job)!));
});

interface Judged extends RerankJob {
  readonly reranker: SearchReranker;
  readonly credential: Redacted.Redacted<string> | undefined;
}

/** Returns the input of the reranker with its key, or the reason why it is skipped. */
const prepare = ({ reranker, query, hits }: RerankJob): Effect.Effect<Judged | Reranking> => {
  if (reranker === undefined) return skipped(hits, "no reranker is configured");
  if (query === "") return skipped(hits, "the query has no text to rank passages by");
  if (hits.length === 0) return skipped(hits, "there is nothing to rerank");
  const { credential: need } = reranker.capabilities;
  if (need === "none") return Effect.succeed({ reranker, query, hits, credential: undefined });
  const found: NonNullable<SearchReranker["credential"]> = reranker.credential ?? Effect.succeed(undefined);
  return found.pipe(
    Effect.flatMap((credential): Effect.Effect<Judged | Reranking> =>
      need === "required" && credential === undefined
        ? skipped(hits, "the reranker needs an API key and none is set")
        : Effect.succeed({ reranker, query, hits, credential }),
    ),
    Effect.catchCause((cause) => failed(hits, cause)),
  );
};

const judge = (limiters: RateLimiters, group: readonly Judged[]): Effect.Effect<readonly Reranking[]> => {
  return relevances(
    limiters,
    group[0]!,
    group.flatMap(({ hits }) => hits.map(({ passage }) => textWithContext(passage))),
  ).pipe(
    Effect.map((scores) => {
      let start = 0;
      return group.map(({ hits }): Reranking => {
        start += hits.length;
        return { hits: reorder(hits, scores.slice(start - hits.length, start)), status: "applied" };
      });
    }),
    // A defect of a plugin must not fail the answer either.
    Effect.catchCause((cause) => Effect.forEach(group, ({ hits }) => failed(hits, cause))),
  );
};

const reorder = (hits: readonly Hit[], scores: readonly number[]): readonly RerankedHit[] =>
  hits.map((hit, index) => ({ ...hit, score: scores[index]!, rerank: scores[index]! })).sort(byScore);

/** A reranker and the query to score texts against. */
export type Judging = Pick<Judged, "reranker" | "query" | "credential">;

/** Returns the relevance of each text, from 0 to 1. Fails if the reranker fails or takes too long. */
export const relevances = (
  limiters: RateLimiters,
  job: Judging,
  texts: readonly string[],
): Effect.Effect<readonly number[], PluginError | ProviderPaused> => {
  // A plugin declares Infinity for "no limit", and zero times Infinity is NaN.
  const maxPassages = Math.min(job.reranker.capabilities.maxPassages, Math.max(texts.length, 1));
  const parts = slicesOf(texts, maxPassages);
  const limiter = limiters.of({
    name: `reranker ${job.reranker.model}`,
    credential: job.credential,
    pace: { concurrency: CONCURRENCY },
  });
  const ticket = { kind: "query", owner: "", tokens: 0, patienceMs: PATIENCE_MS } as const;
  const judged = Effect.forEach(
    parts,
    (passages) =>
      limiter
        .run(ticket, call(job, passages))
        .pipe(Effect.retry({ times: 1, while: isWorthAnotherTry, schedule: Schedule.spaced(RETRY_DELAY_MS) })),
    { concurrency: CONCURRENCY },
  );
  return Effect.timeoutOrElse(
    Effect.map(judged, (scores) => scores.flat()),
    { duration: TIMEOUT_MS, orElse: () => Effect.fail(tooSlow(job.reranker)) },
  );
};

const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof PluginError && error.isRetryable && (error.retryAfterSeconds ?? 0) * 1000 <= PATIENCE_MS;

const call = Effect.fnUntraced(function* (
  { reranker: { service, model }, query, credential }: Judging,
  passages: readonly string[],
): Effect.fn.Return<readonly number[], PluginError> {
  const scores = yield* service.rerank({ model, query, passages, credential });
  if (scores.length !== passages.length || !scores.every((score) => score >= 0 && score <= 1)) {
    return yield* malformed(model, passages.length, scores);
  }
  return scores;
});

/** In memory only, while one request is processed. */
const secretOf = (credential: Redacted.Redacted<string> | undefined): string | null =>
  credential === undefined ? null : Redacted.value(credential);

const skipped = (hits: readonly Hit[], message: string): Effect.Effect<Reranking> =>
  Effect.succeed({ hits, status: "skipped", message });

const failed = (hits: readonly Hit[], cause: Cause.Cause<unknown>): Effect.Effect<Reranking> =>
  Effect.succeed({ hits, status: "failed", message: String(Cause.squash(cause)) });

const tooSlow = ({ model }: SearchReranker): PluginError =>
  new PluginError({
    plugin: "reranker",
    reason: "unavailable",
    message: `the reranker ${model} gave no answer in ${TIMEOUT_MS} ms`,
  });

const malformed = (model: string, expected: number, scores: readonly number[]): PluginError => {
  const wrong = scores.find((score) => !(score >= 0 && score <= 1));
  const got = `${scores.length} scores${wrong === undefined ? "" : `, one of them ${wrong}`}`;
  const message = `the reranker ${model} must give ${expected} scores from 0 to 1, it gave ${got}`;
  return new PluginError({ plugin: "reranker", reason: "internal", message });
};
