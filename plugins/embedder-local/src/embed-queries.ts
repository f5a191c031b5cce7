import { type EmbedRequest, PluginError, type RepairedText, type TermStatistics } from "@quarry/plugin";
import { foldVariants, type QueryWords, queryWords } from "@quarry/text";
import { Effect } from "effect";
import type { EmbeddingThread } from "./embedding-thread.ts";
import { isForeign, nearTerms } from "./english/add-english.ts";
import { LANGUAGE_TERMS, mayBeEnglish } from "./english/collection-language.ts";
import { MOST_TEXTS } from "./english/english-limits.ts";
import type { EnglishWords } from "./english/english-words.ts";
import type { KnownEnglish } from "./english/known-english.ts";
import { unrepairedQuery } from "./english/unrepaired-query.ts";
import type { CachedTrainings } from "./training/cached-trainings.ts";
import { type QueryCollection, queryVector } from "./query-vector.ts";
import { SpelledQuery } from "./spelled-query.ts";
import type { TermRarity } from "./term-rarity.ts";

/**
 * Total length in characters above which queries are analysed in the worker thread. Analysing shorter ones takes less
 * time than the transfer.
 */
const MAX_INLINE_CHARACTERS = 4096;

/**
 * Data sources for query vectors other than the collection's statistics: its training result and the English
 * dictionary.
 */
export interface QueryKnowledge {
  readonly fits: CachedTrainings;
  readonly english: KnownEnglish;
}

/** Embeds queries with the collection's current statistics and its latest training result. */
export const embedQueries = Effect.fnUntraced(function* (
  request: EmbedRequest,
  thread: EmbeddingThread,
  { fits, english: knownEnglish }: QueryKnowledge,
) {
  const { dimension, texts } = request;
  const statistics = request.statistics!;
  const fit = request.fit === undefined ? undefined : yield* fits.read(request.fit, dimension);
  const repaired = yield* Effect.forEach(texts, (text) => statistics.repair?.(text) ?? unchanged(text));
  const readAs = repaired.map(({ text }) => text);
  const { counts, rarity } = yield* countTerms(readAs, thread, statistics);
  const vectorOf = (count: ReadonlyMap<string, number>, index: number, known: QueryCollection) =>
    queryVector(readAs[index]!, count, known);
  const asBefore = { rarity, dimension, fit, english: undefined };
  if (!counts.some(saysSomething)) return counts.map((count, index) => vectorOf(count, index, asBefore));
  const english = yield* knownEnglish.read;
  const isSmall = rarity.documentCount <= MOST_TEXTS;
  const unrepaired = isSmall ? texts.map((text, index) => unrepairedQuery(text, repaired[index]!, english)) : readAs;
  const others = unrepaired.filter((text, index) => text !== readAs[index]);
  const retained = yield* countTerms(others, thread, statistics);
  const countOf = new Map(others.map((text, index) => [text, retained.counts[index]!]));
  const written = counts.map((count, index) => countOf.get(unrepaired[index]!) ?? count);
  const isEnglishQuery = (index: number) => saysSomething(counts[index]!) && saysSomething(written[index]!);
  const requested = lookedUp(
    written.filter((_, index) => isSmall && isEnglishQuery(index)),
    english,
  );
  const more = joined(joined(rarity, retained.rarity), yield* termRarity(requested, statistics));
  const isEnglish = mayBeEnglish(more);
  return counts.map((count, index) =>
    isEnglish && isEnglishQuery(index)
      ? vectorOf(written[index]!, index, { rarity: more, dimension, fit, english })
      : vectorOf(count, index, asBefore),
  );
});

/** Whether the English dictionary can help: a query without terms, or in another language, has nothing to look up. */
const saysSomething = (terms: ReadonlyMap<string, number>): boolean => terms.size > 0 && !isForeign(terms);

const unchanged = (text: string): Effect.Effect<RepairedText> => Effect.succeed({ text, repairs: [] });

/** Returns terms to look up in the collection in addition to those of its queries. */
const lookedUp = (counts: readonly ReadonlyMap<string, number>[], english: EnglishWords): ReadonlySet<string> =>
  new Set([
    ...LANGUAGE_TERMS,
    ...counts.flatMap((count) =>
      [...nearTerms(count, english).values()].flatMap((near) => near.map(({ term }) => term)),
    ),
  ]);

const joined = (first: TermRarity, second: TermRarity): TermRarity => ({
  documentCount: first.documentCount,
  documentFrequency: (term) => first.documentFrequency(term) || second.documentFrequency(term),
});

interface CountedQueries {
  /** Weights of each query's terms, in the spellings that occur in the collection. */
  readonly counts: readonly ReadonlyMap<string, number>[];
  /** Statistics of all their terms. */
  readonly rarity: TermRarity;
}

const countTerms = Effect.fnUntraced(function* (
  texts: readonly string[],
  thread: EmbeddingThread,
  statistics: TermStatistics,
): Effect.fn.Return<CountedQueries, PluginError> {
  const queries = (yield* readWords(texts, thread)).map((words) => new SpelledQuery(words));
  const requested = yield* termRarity(new Set(queries.flatMap(({ terms }) => terms)), statistics);
  const divisions = new Set(queries.flatMap((query) => query.divisions(requested)));
  const rarity = divisions.size === 0 ? requested : joined(requested, yield* termRarity(divisions, statistics));
  return { counts: queries.map((query) => query.counts(rarity)), rarity };
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
  requested: ReadonlySet<string>,
  statistics: TermStatistics,
): Effect.fn.Return<TermRarity, PluginError> {
  if (requested.size === 0) return NO_TERMS;
  const terms = [...requested];
  // The index contains folded terms, vectors of texts contain terms as written.
  const { documentCount, documentFrequencies } = yield* statistics.read(terms.map(foldVariants));
  const got = documentFrequencies.length;
  if (got !== terms.length) return yield* wrongStatistics(got, terms.length);
  const byTerm = new Map(terms.map((term, index) => [term, documentFrequencies[index]!]));
  return { documentCount, documentFrequency: (term) => byTerm.get(term) ?? 0 };
});

/** Empty statistics, which are never read. */
const NO_TERMS: TermRarity = { documentCount: 0, documentFrequency: () => 0 };

const wrongStatistics = (got: number, requested: number) =>
  new PluginError({
    plugin: "@quarry/embedder-local",
    reason: "internal",
    message: `the term statistics returned ${got} document frequencies for ${requested} terms`,
  });
