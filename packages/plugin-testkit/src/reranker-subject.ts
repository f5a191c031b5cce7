import { Effect, type Redacted } from "effect";
import type { PluginError } from "@quarry/plugin";
import type { RerankerCapabilities } from "@quarry/plugin";
import type { RerankerV1, RerankRequest } from "@quarry/plugin";
import { ensure } from "./contract-failure.ts";

/** Opened reranker under test, with the model that the checks use. */
export interface RerankerSubject {
  readonly name: string;
  readonly capabilities: RerankerCapabilities;
  readonly reranker: RerankerV1;
  readonly model: string;
  readonly credential?: Redacted.Redacted<string> | undefined;
}

export type RerankOverrides = Partial<Omit<RerankRequest, "query" | "passages">>;

/** Returns the effect of a `rerank` call, with the subject's model and credential unless overridden. */
export function rerankEffect(
  subject: RerankerSubject,
  query: string,
  passages: readonly string[],
  overrides: RerankOverrides = {},
): Effect.Effect<readonly number[], PluginError> {
  return subject.reranker.rerank({
    model: subject.model,
    query,
    passages,
    ...(subject.credential === undefined ? {} : { credential: subject.credential }),
    ...overrides,
  });
}

/** Call timeout, long enough for a remote provider. A call that exceeds it is considered hung. */
const CALL_TIMEOUT = "30 seconds";

/** Reranks, and checks the requirements on every result: one score per passage, each in [0, 1]. */
export async function rerank(
  subject: RerankerSubject,
  query: string,
  passages: readonly string[],
): Promise<readonly number[]> {
  const scores = await Effect.runPromise(Effect.timeout(rerankEffect(subject, query, passages), CALL_TIMEOUT));
  ensure(scores.length === passages.length, `${passages.length} passages gave ${scores.length} scores`);
  for (const [index, score] of scores.entries())
    ensure(score >= 0 && score <= 1, `the score of passage ${index} is ${score}, should be in [0, 1]`);
  return scores;
}

/** Tolerance for equal scores. Remote models are not bit-exact from call to call. */
const SAME_SCORE_DISTANCE = 0.01;

export function ensureSameScores(actual: readonly number[], expected: readonly number[], what: string): void {
  ensure(actual.length === expected.length, `${what}: ${actual.length} scores instead of ${expected.length}`);
  for (const [index, score] of actual.entries()) {
    const other = expected[index]!;
    ensure(Math.abs(score - other) <= SAME_SCORE_DISTANCE, `${what}: score ${index} is ${score} instead of ${other}`);
  }
}

/** One requirement of the reranker contract. `run` rejects when the subject violates it. */
export interface RerankerCheck {
  readonly name: string;
  /**
   * Returns the reason why the check does not apply to a reranker with these capabilities, or undefined if it applies.
   */
  readonly skip?: (capabilities: RerankerCapabilities) => string | undefined;
  readonly run: (subject: RerankerSubject) => Promise<void>;
}
