import { type EmbedRequest, PluginError, type TermStatistics } from "@quarry/plugin";
import { type QueryWords, queryWords } from "@quarry/text";
import { Effect } from "effect";
import type { EmbeddingThread } from "./embedding-thread.ts";
import type { KnownFits } from "./fit/known-fits.ts";
import { queryVector, type TermRarity } from "./query-vector.ts";
import { SpelledQuery } from "./spelled-query.ts";

/** Queries of more characters in all are analyzed in the thread; shorter ones take less than the way there. */
const MAX_INLINE_CHARACTERS = 4096;

/** The vectors of queries, with the collection's statistics as they are now and what was learned from it last. */
export const embedQueries = Effect.fnUntraced(function* (
  request: EmbedRequest,
  thread: EmbeddingThread,
  fits: KnownFits,
) {
  const { dimension } = request;
  const statistics = request.statistics!;
  const fit = request.fit === undefined ? undefined : yield* fits.read(request.fit, dimension);
  const counts = yield* countTerms(request.texts, thread, statistics);
  const rarity = yield* termRarity(new Set(counts.flatMap((count) => [...count.keys()])), statistics);
  return counts.map((count, index) => queryVector(request.texts[index]!, count, { rarity, dimension, fit }));
});

/** How often each term counts, in the spellings that the collection has. */
const countTerms = Effect.fnUntraced(function* (
  texts: readonly string[],
  thread: EmbeddingThread,
  statistics: TermStatistics,
): Effect.fn.Return<readonly ReadonlyMap<string, number>[], PluginError> {
  const queries = (yield* readWords(texts, thread)).map((words) => new SpelledQuery(words));
  const asked = yield* termRarity(new Set(queries.flatMap(({ terms }) => terms)), statistics);
  const divisions = new Set(queries.flatMap((query) => query.divisions(asked)));
  const rarity = divisions.size === 0 ? asked : both(asked, yield* termRarity(divisions, statistics));
  return queries.map((query) => query.counts(rarity));
});

function readWords(
  texts: readonly string[],
  thread: EmbeddingThread,
): Effect.Effect<readonly QueryWords[], PluginError> {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters > MAX_INLINE_CHARACTERS) return thread.run({ kind: "query-words", texts });
  return Effect.sync(() => texts.map(queryWords));
}

const termRarity = Effect.fnUntraced(function* (
  wanted: ReadonlySet<string>,
  statistics: TermStatistics,
): Effect.fn.Return<TermRarity, PluginError> {
  const terms = [...wanted];
  if (terms.length === 0) return NO_TERMS;
  const { documentCount, documentFrequencies } = yield* statistics.read(terms);
  const got = documentFrequencies.length;
  if (got !== terms.length) return yield* wrongStatistics(got, terms.length);
  const byTerm = new Map(terms.map((term, index) => [term, documentFrequencies[index]!]));
  return { documentCount, documentFrequency: (term) => byTerm.get(term) ?? 0 };
});

const both = (first: TermRarity, second: TermRarity): TermRarity => ({
  documentCount: first.documentCount,
  documentFrequency: (term) => Math.max(first.documentFrequency(term), second.documentFrequency(term)),
});

/** Nothing will be looked up in it. */
const NO_TERMS: TermRarity = { documentCount: 0, documentFrequency: () => 0 };

const wrongStatistics = (got: number, asked: number) =>
  new PluginError({
    plugin: "@quarry/embedder-local",
    reason: "internal",
    message: `the term statistics gave ${got} document frequencies for ${asked} terms`,
  });
