import { type EmbedRequest, PluginError, type TermStatistics } from "@quarry/plugin";
import { queryTerms } from "@quarry/text";
import { Effect } from "effect";
import type { EmbeddingThread } from "./embedding-thread.ts";
import type { KnownFits } from "./fit/known-fits.ts";
import { queryVector, type TermRarity } from "./query-vector.ts";

/** Queries of more characters in all are analyzed in the thread; shorter ones take less than the way there. */
const MAX_INLINE_CHARACTERS = 4096;

/** The vectors of queries, with the collection's statistics as they are now and what was learned from it last. */
export const embedQueries = Effect.fnUntraced(function* (
  request: EmbedRequest,
  thread: EmbeddingThread,
  fits: KnownFits,
) {
  const { dimension } = request;
  const fit = request.fit === undefined ? undefined : yield* fits.read(request.fit, dimension);
  const counts = yield* countTerms(request.texts, thread);
  const terms = [...new Set(counts.flatMap((count) => [...count.keys()]))];
  const rarity = yield* termRarity(terms, request.statistics!);
  return counts.map((count, index) => queryVector(request.texts[index]!, count, { rarity, dimension, fit }));
});

function countTerms(
  texts: readonly string[],
  thread: EmbeddingThread,
): Effect.Effect<readonly ReadonlyMap<string, number>[], PluginError> {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters > MAX_INLINE_CHARACTERS) return thread.run({ kind: "query-terms", texts });
  return Effect.sync(() => texts.map(queryTerms));
}

const termRarity = Effect.fnUntraced(function* (
  terms: readonly string[],
  statistics: TermStatistics,
): Effect.fn.Return<TermRarity, PluginError> {
  if (terms.length === 0) return NO_TERMS;
  const { documentCount, documentFrequencies } = yield* statistics.read(terms);
  const got = documentFrequencies.length;
  if (got !== terms.length) return yield* wrongStatistics(got, terms.length);
  const byTerm = new Map(terms.map((term, index) => [term, documentFrequencies[index]!]));
  return { documentCount, documentFrequency: (term) => byTerm.get(term) ?? 0 };
});

/** Nothing will be looked up in it. */
const NO_TERMS: TermRarity = { documentCount: 0, documentFrequency: () => 0 };

const wrongStatistics = (got: number, asked: number) =>
  new PluginError({
    plugin: "@quarry/embedder-local",
    reason: "internal",
    message: `the term statistics gave ${got} document frequencies for ${asked} terms`,
  });
