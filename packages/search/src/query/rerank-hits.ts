import { PluginError } from "@quarry/plugin";
import { Effect } from "effect";
import { byScore } from "./candidate.ts";
import type { Hit } from "./hydration.ts";
import type { RerankStatus } from "./search-request.ts";
import type { SearchReranker } from "./search-target.ts";

/** A hit whose score is the reranker's, where it has one. */
export interface RerankedHit extends Hit {
  readonly rerank?: number;
}

export interface Reranking {
  readonly hits: readonly RerankedHit[];
  readonly status: RerankStatus;
  readonly message?: string;
}

/** A search waits no longer for its reranker; then it answers without. */
const TIMEOUT_MS = 10_000;

/** Orders hits by the reranker's relevance. Fails open: without it the hits come back as they were, and it says why. */
export const rerankHits = (
  reranker: SearchReranker | undefined,
  query: string,
  hits: readonly Hit[],
): Effect.Effect<Reranking> => {
  if (reranker === undefined) return skipped(hits, "no reranker is configured");
  if (reranker.capabilities.credential === "required" && reranker.credential === undefined) {
    return skipped(hits, "the reranker needs an API key and none is set");
  }
  if (hits.length === 0) return skipped(hits, "there is nothing to rerank");
  return relevances(reranker, query, hits).pipe(
    Effect.timeoutOrElse({ duration: TIMEOUT_MS, orElse: () => Effect.fail(tooSlow(reranker)) }),
    Effect.map((scores): Reranking => ({ hits: reorder(hits, scores), status: "applied" })),
    // A plugin's defect must not cost the answer either.
    Effect.catchCause((cause) => Effect.succeed<Reranking>({ hits, status: "failed", message: String(cause) })),
  );
};

const reorder = (hits: readonly Hit[], scores: readonly number[]): readonly RerankedHit[] =>
  hits.map((hit, index) => ({ ...hit, score: scores[index]!, rerank: scores[index]! })).sort(byScore);

const relevances = Effect.fnUntraced(function* (
  { service, capabilities, model, credential }: SearchReranker,
  query: string,
  hits: readonly Hit[],
): Effect.fn.Return<readonly number[], PluginError> {
  const scores: number[] = [];
  for (let start = 0; start < hits.length; start += capabilities.maxPassages) {
    const passages = hits.slice(start, start + capabilities.maxPassages).map(rerankText);
    const part = yield* service.rerank({ model, query, passages, credential });
    if (part.length !== passages.length || !part.every((score) => score >= 0 && score <= 1)) {
      return yield* malformed(model, passages.length, part);
    }
    scores.push(...part);
  }
  return scores;
});

const rerankText = ({ passage }: Hit): string =>
  passage.contextText === "" ? passage.text : `${passage.contextText}\n\n${passage.text}`;

const skipped = (hits: readonly Hit[], message: string): Effect.Effect<Reranking> =>
  Effect.succeed({ hits, status: "skipped", message });

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
