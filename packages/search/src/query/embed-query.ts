import { DomainError } from "@quarry/domain";
import type { PluginError } from "@quarry/plugin";
import { Effect, Schedule } from "effect";
import type { PassageIndexService } from "../passage-index/passage-index.ts";
import type { PassageIndexError } from "../passage-index/passage-index-error.ts";
import { termStatistics } from "../passage-index/term-statistics.ts";
import type { SearchTarget } from "./search-target.ts";

/** A query waits for somebody: one more try, soon, and only if the provider doesn't ask for a longer pause. */
const RETRY_DELAY_MS = 100;
const LONGEST_PAUSE_SECONDS = 1;

/** The query's vector, of unit length; undefined when the embedder knows nothing of the query (all zero). */
export const embedQuery = Effect.fnUntraced(function* <E>(
  index: PassageIndexService,
  { collectionId, embedder }: SearchTarget<E>,
  query: string,
): Effect.fn.Return<Float32Array | undefined, DomainError | PassageIndexError | PluginError> {
  const { service, capabilities, model, dimension, credential } = embedder;
  const statistics = capabilities.usesTermStatistics ? termStatistics(index, collectionId) : undefined;
  const { vectors } = yield* service
    .embed({ model, dimension, inputType: "query", texts: [query], credential, statistics })
    .pipe(Effect.retry({ times: 1, while: isWorthAnotherTry, schedule: Schedule.spaced(RETRY_DELAY_MS) }));
  const vector = vectors[0];
  if (vector?.length !== dimension) return yield* wrongLength(model, vector?.length ?? 0, dimension);
  return yield* normalize(model, vector);
});

const isWorthAnotherTry = (error: PluginError): boolean =>
  error.isRetryable && (error.retryAfterSeconds ?? 0) <= LONGEST_PAUSE_SECONDS;

const normalize = (model: string, vector: Float32Array): Effect.Effect<Float32Array | undefined, DomainError> => {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) return Effect.undefined;
  if (!Number.isFinite(sum)) return Effect.fail(broken(`${model} gave a vector for the query that holds no numbers`));
  const length = Math.sqrt(sum);
  return Effect.succeed(vector.map((value) => value / length));
};

const wrongLength = (model: string, length: number, dimension: number): DomainError =>
  broken(`${model} gave a vector of ${length} numbers for the query, but the collection's dimension is ${dimension}`);

const broken = (problem: string): DomainError =>
  new DomainError({ code: "internal", message: `the embedding model ${problem}` });
