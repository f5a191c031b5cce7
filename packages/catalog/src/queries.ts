import { boundedFilter, CallerScheduler, CurrentCaller, PassageIndex, type PassageIndexError } from "@quarry/index";
import type { QueryOptions } from "@quarry/api/query-options";
import { DomainError, type Filter, type JsonObject, parseFilter } from "@quarry/plugin/domain";
import type { PluginError } from "@quarry/plugin";
import { type FoundHits, type SearchResponse, SearchService } from "@quarry/search";
import { holdForAnswer, type SearchedCollection, type SecretBoxError, type StoreError } from "@quarry/store";
import { Context, Effect, Fiber, Layer } from "effect";
import { refusing } from "./refusing.ts";
import { callersBoundary } from "./boundary/within-boundary.ts";
import { CollectionIndex } from "./collection-index.ts";
import { Collections } from "./collections.ts";
import { expandResults } from "./expand-results.ts";
import { fieldsAsked, unknownAmong } from "./filter-fields.ts";
import { mergeAnswers, type MultiQueryAnswer, type QueryAnswer } from "./query-answer.ts";
import { IsObserved, QueryObserver } from "./query-observer.ts";
import { checkVectors, planQuery, type QuerySubject } from "./query-plan.ts";
import { checkQueryTexts } from "./query-text.ts";
import { QUERY_LIMITS } from "./schedulers.ts";

/** A query as it comes in; what is left out is the collection's default. */
export interface QueryCollection extends Omit<QueryOptions, "filters" | keyof QuerySubject>, QuerySubject {
  readonly filters?: JsonObject | undefined;
  /** Whether results come with their vectors. Default false. */
  readonly withVectors?: boolean | undefined;
  /** Parts that results come without. Default: neither. */
  readonly without?: { readonly text: boolean; readonly metadata: boolean } | undefined;
}

/** One of several independent queries. */
export interface BatchQuery extends QueryCollection {
  readonly collection: string;
}

export type QueryFailure = DomainError | StoreError | SecretBoxError | PassageIndexError | PluginError;

export interface QueriesShape {
  /** `not_found` when there is no such collection, `invalid_argument` with the offending path for a bad filter. */
  query(collectionName: string, query: QueryCollection): Effect.Effect<QueryAnswer, QueryFailure>;
  /** One query on several collections, each read once; `topK` is the most per collection. */
  queryMany(collectionNames: readonly string[], query: QueryCollection): Effect.Effect<MultiQueryAnswer, QueryFailure>;
  /** Independent queries, answered in their order. One that can't be fails all, with its place in the message. */
  queryBatch(queries: readonly BatchQuery[]): Effect.Effect<readonly QueryAnswer[], QueryFailure>;
}

/** How many parts of a request are at work at the same time is decided among all requests. */
const IN_TURNS = { concurrency: "unbounded" } as const;

/**
 * How long a query takes a collection for what it was when it was read, the wait for its turn included. Whether it is being made
 * again stands beside it; others may begin to at any moment.
 */
const FRESH_MS = 10;

/** A collection, and when it was asked for by `performance.now()`. */
interface ReadCollection {
  readonly collection: SearchedCollection;
  readonly readAt: number;
}

/** A query that is known to be possible. */
interface Prepared extends ReadCollection {
  /** Where its fields stand in the request. */
  readonly place: string;
  readonly query: QueryCollection;
  /** What the caller asks for, within its boundary. */
  readonly filter: Filter | undefined;
  /** Fields of the caller's own filter. */
  readonly fields: readonly string[];
  /** The query's vector where it is made already, or is being made. Default: it is made when the query has its turn. */
  readonly embedding?: Effect.Effect<Float32Array | undefined, QueryFailure> | undefined;
}

/** A query whose hits are found. */
interface Found {
  readonly prepared: Prepared;
  readonly hits: FoundHits;
  readonly unknownFields: readonly string[];
  readonly started: number;
}

/** Queries with the collections' defaults filled in. */
export class Queries extends Context.Service<Queries, QueriesShape>()("@quarry/catalog/Queries") {
  static readonly layer: Layer.Layer<Queries, never, Collections | CollectionIndex | PassageIndex | SearchService> =
    Layer.effect(
      Queries,
      Effect.gen(function* () {
        const collections = yield* Collections;
        const index = yield* CollectionIndex;
        const passages = yield* PassageIndex;
        const search = yield* SearchService;
        const observer = yield* QueryObserver;
        const scheduler = new CallerScheduler(QUERY_LIMITS);

        const expanded = Effect.fnUntraced(function* (
          { prepared: { collection, query }, unknownFields }: Found,
          response: SearchResponse,
        ): Effect.fn.Return<QueryAnswer, PassageIndexError | DomainError> {
          const count = query.expand ?? 0;
          if (count === 0) return { ...response, unknownFields };
          const isBounded = (yield* callersBoundary) !== undefined;
          const texts = yield* scheduler.run(
            expandResults(passages, collection.id, response.results, count, isBounded),
          );
          yield* holdForAnswer(texts.reduce((sum, text) => sum + text.length, 0));
          const results = response.results.map((result, index) =>
            Object.assign(result, { expandedText: texts[index] as string }),
          );
          return { ...response, results, unknownFields };
        });

        const read = (name: string): Effect.Effect<ReadCollection, QueryFailure> =>
          Effect.suspend(() => {
            const readAt = performance.now();
            return Effect.map(collections.getSearched(name), (collection) => ({ collection, readAt }));
          });

        /** As the collection is now. A vector that was made for another index is of no use. */
        const again = (prepared: Prepared) =>
          Effect.map(read(prepared.collection.name), (now): Prepared => {
            const isSame = isSameIndex(prepared.collection, now.collection);
            return { ...prepared, ...now, ...(!isSame && { embedding: undefined }) };
          });

        const findIn = Effect.fnUntraced(function* (prepared: Prepared) {
          const { collection, query, filter, fields, place, embedding } = prepared;
          const started = performance.now();
          const { mode, vector, rerank } = yield* refusing(() => planQuery(collection, query, place));
          const needsVectors = mode !== "keyword" || query.withVectors === true;
          // Keywords are found whatever became of the vectors.
          yield* index.ensureSearched(collection, needsVectors);
          const target = index.target(collection);
          const embedQuery = embedding === undefined ? target.embedQuery : () => embedding;
          const finding = search.find<QueryFailure>(
            { ...target, embedQuery },
            {
              ...query,
              topK: query.topK ?? collection.defaultTopK,
              filter,
              minScore: query.minScore ?? collection.defaultMinScore ?? undefined,
              mode,
              vector,
              rerank,
              explain: query.explain ?? false,
            },
          );
          const [hits, unknownFields] = yield* Effect.all(
            [finding, unknownAmong(passages, collection.id, fields)],
            IN_TURNS,
          );
          return { prepared, hits, unknownFields, started };
        });

        const findFresh = (prepared: Prepared) =>
          Effect.suspend(() =>
            performance.now() - prepared.readAt <= FRESH_MS
              ? findIn(prepared)
              : Effect.flatMap(again(prepared), findIn),
          );

        /**
         * Deleted while it was searched: that is "not found", whatever the index says about its missing file. Switched to
         * another index meanwhile, and the former one dropped: the new one answers.
         */
        const find = (prepared: Prepared) =>
          scheduler.run(findFresh(prepared)).pipe(
            Effect.catch(
              Effect.fnUntraced(function* (error: QueryFailure) {
                const now = yield* again(prepared);
                return yield* isSameIndex(prepared.collection, now.collection)
                  ? Effect.fail(error)
                  : scheduler.run(findFresh(now));
              }),
            ),
          );

        const finish = Effect.fnUntraced(function* (
          found: Found,
          response: SearchResponse,
        ): Effect.fn.Return<QueryAnswer, QueryFailure> {
          const { collection, query } = found.prepared;
          const answer = yield* Effect.tapError(expanded(found, response), () => collections.get(collection.name));
          if (yield* IsObserved) {
            observer.observe({
              collectionId: collection.id,
              query: query.query,
              caller: (yield* CurrentCaller).owner,
              latencyMs: performance.now() - found.started,
              scores: answer.results.map(({ score }) => score),
            });
          }
          // The words of the collection that words of the query were taken for may stand outside alone.
          const isTold = answer.repairs === undefined || (yield* callersBoundary) === undefined;
          return isTold ? answer : { ...answer, repairs: [] };
        });

        /** What was found, reranked in one go where it is one query, and answered in its order. */
        const answer = Effect.fnUntraced(function* (found: readonly Found[]) {
          const responses = yield* search.answer(found.map(({ hits }) => hits));
          return yield* Effect.forEach(found, (each, place) => finish(each, responses[place]!), IN_TURNS);
        });

        const run = (prepared: Prepared) =>
          find(prepared).pipe(
            Effect.flatMap((found) => answer([found])),
            Effect.map(([only]) => only!),
          );

        /** `known` has the collections that the request named before: each is looked up once. */
        const prepare = Effect.fnUntraced(function* (
          collectionName: string,
          query: QueryCollection,
          place: string,
          known = new Map<string, ReadCollection>(),
        ) {
          const found = known.get(collectionName) ?? (yield* read(collectionName));
          known.set(collectionName, found);
          yield* refusing(() => planQuery(found.collection, query, place));
          return { ...found, query, place, ...(yield* readFilter(query, `${place}filters`)) };
        });

        /**
         * Begins to embed a query of a batch before it has its turn: texts that are asked for in the same moment go to a provider in
         * one call. An embedder that weighs words computes in this process, and may do so in turn.
         */
        const embedding = Effect.fnUntraced(function* (prepared: Prepared) {
          const { collection, query, place } = prepared;
          const target = index.target(collection);
          const { mode, vector } = yield* refusing(() => planQuery(collection, query, place));
          if (mode === "keyword" || vector !== undefined || target.weighsWords) return prepared;
          const made = yield* Effect.forkChild(target.embedQuery(query.query), { startImmediately: true });
          return { ...prepared, embedding: Fiber.join(made) };
        });

        const query = (collectionName: string, given: QueryCollection) =>
          checkQueryTexts([given], () => "query").pipe(
            Effect.andThen(scheduler.checkRoom(1)),
            Effect.andThen(prepare(collectionName, given, "")),
            Effect.tap(({ collection }) => checkVectors([[collection, given]])),
            Effect.flatMap((prepared) => run(prepared)),
          );

        const queryMany = Effect.fnUntraced(function* (collectionNames: readonly string[], given: QueryCollection) {
          yield* checkQueryTexts([given], () => "query");
          const names = [...new Set(collectionNames)];
          yield* scheduler.checkRoom(names.length);
          const placeOf = (name: string): string => `collections[${collectionNames.indexOf(name)}]`;
          const found = yield* Effect.forEach(names, (name) => Effect.mapError(read(name), at(placeOf(name))));
          const asked = yield* readFilter(given, "filters");
          const prepared = found.map((each, place) => ({
            ...each,
            query: given,
            ...asked,
            place: `${placeOf(names[place]!)}: `,
          }));
          yield* Effect.forEach(prepared, ({ collection, place }) =>
            refusing(() => planQuery(collection, given, place)),
          );
          yield* checkVectors(found.map(({ collection }) => [collection, given]));
          const hits = yield* Effect.forEach(prepared, find, IN_TURNS);
          const answers = yield* answer(hits);
          return mergeAnswers(answers.map((answer, place) => ({ collection: names[place] as string, answer })));
        });

        const queryBatch = Effect.fnUntraced(function* (queries: readonly BatchQuery[]) {
          yield* checkQueryTexts(queries, (place) => `queries[${place}].query`);
          yield* scheduler.checkRoom(queries.length);
          const known = new Map<string, ReadCollection>();
          const prepared = yield* Effect.forEach(queries, (item, place) =>
            prepare(item.collection, item, `queries[${place}].`, known).pipe(
              Effect.mapError((error) => (isNotFound(error) ? at(`queries[${place}].collection`)(error) : error)),
            ),
          );
          yield* checkVectors(prepared.map(({ collection, query: item }) => [collection, item]));
          return yield* Effect.forEach(
            yield* Effect.forEach(prepared, embedding),
            (item, place) => Effect.mapError(run(item), at(`queries[${place}]`)),
            IN_TURNS,
          );
        });

        return { query, queryMany, queryBatch };
      }),
    );
}

const readFilter = (
  { filters }: QueryCollection,
  at: string,
): Effect.Effect<Pick<Prepared, "filter" | "fields">, DomainError> =>
  Effect.flatMap(callersBoundary, (boundary) =>
    refusing(() => {
      const asked = filters === undefined ? undefined : parseFilter(filters, at);
      return { filter: boundedFilter(boundary, asked), fields: fieldsAsked(asked) };
    }),
  );

const isSameIndex = (before: SearchedCollection, now: SearchedCollection): boolean =>
  before.id === now.id && before.indexNumber === now.indexNumber;

const isNotFound = (error: unknown): boolean => error instanceof DomainError && error.code === "not_found";

/** Puts the place before the message of what the caller is told. */
const at =
  (place: string) =>
  <E>(error: E): E | DomainError => {
    if (!(error instanceof DomainError)) return error;
    const { code, message, retryAfterSeconds } = error;
    return new DomainError({
      code,
      message: `${place}: ${message}`,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  };
