import { DomainError, isDomainError } from "@quarry/plugin/domain";
import { Context, Effect, Layer } from "effect";
import { mergeAnswers, type MultiQueryAnswer, type QueryAnswer } from "./query-answer.ts";
import { checkVectors, planQuery } from "./query-plan.ts";
import { checkQueryTexts } from "./query-text.ts";
import { answerQueries } from "./query/answer-queries.ts";
import { findHits } from "./query/find-hits.ts";
import {
  beginEmbedding,
  type PreparedQuery,
  prepareQuery,
  readCollection,
  type ReadCollection,
  readFilter,
} from "./query/prepared-query.ts";
import type { BatchQuery, QueryCollection, QueryFailure } from "./query/query-request.ts";
import { type QueryServices, queryServices } from "./query/query-services.ts";
import { refusing } from "./refusing.ts";

export interface QueriesShape {
  /**
   * Fails with `not_found` if the collection doesn't exist, and with `invalid_argument` and the offending path for a
   * bad filter.
   */
  query(collectionName: string, query: QueryCollection): Effect.Effect<QueryAnswer, QueryFailure>;
  /** Runs one query on several collections, each read once; `topK` is the maximum per collection. */
  queryMany(collectionNames: readonly string[], query: QueryCollection): Effect.Effect<MultiQueryAnswer, QueryFailure>;
  /**
   * Runs independent queries and returns their answers in order. An invalid query fails all, with its position in the
   * message.
   */
  queryBatch(queries: readonly BatchQuery[]): Effect.Effect<readonly QueryAnswer[], QueryFailure>;
}

/** The scheduler limits how many parts run concurrently, across all requests. */
const SCHEDULED = { concurrency: "unbounded" } as const;

/** Queries, completed with the collections' defaults. */
export class Queries extends Context.Service<Queries, QueriesShape>()("@quarry/catalog/Queries") {
  static readonly layer = Layer.effect(
    Queries,
    Effect.map(queryServices, (services) => ({
      query: (collectionName, query) => queryOne(services, collectionName, query),
      queryMany: (collectionNames, query) => queryMany(services, collectionNames, query),
      queryBatch: (queries) => queryBatch(services, queries),
    })),
  );
}

const queryOne = Effect.fnUntraced(function* (
  services: QueryServices,
  collectionName: string,
  query: QueryCollection,
): Effect.fn.Return<QueryAnswer, QueryFailure> {
  yield* checkQueryTexts([query], () => "query");
  yield* services.scheduler.checkCapacity(1);
  const prepared = yield* prepareQuery(services, collectionName, query, "");
  yield* checkVectors([[prepared.collection, query]]);
  return yield* answerOne(services, prepared);
});

const answerOne = Effect.fnUntraced(function* (
  services: QueryServices,
  prepared: PreparedQuery,
): Effect.fn.Return<QueryAnswer, QueryFailure> {
  const [answer] = yield* answerQueries(services, [yield* findHits(services, prepared)]);
  return answer!;
});

const queryMany = Effect.fnUntraced(function* (
  services: QueryServices,
  collectionNames: readonly string[],
  query: QueryCollection,
): Effect.fn.Return<MultiQueryAnswer, QueryFailure> {
  yield* checkQueryTexts([query], () => "query");
  const names = [...new Set(collectionNames)];
  yield* services.scheduler.checkCapacity(names.length);
  const pathOf = (name: string): string => `collections[${collectionNames.indexOf(name)}]`;
  const found = yield* Effect.forEach(names, (name) =>
    Effect.mapError(readCollection(services, name), at(pathOf(name))),
  );
  const filter = yield* readFilter(query, "filters");
  const prepared = found.map((each, index) => ({
    ...each,
    query,
    ...filter,
    requestPath: `${pathOf(names[index]!)}: `,
  }));
  yield* Effect.forEach(prepared, ({ collection, requestPath }) =>
    refusing(() => planQuery(collection, query, requestPath)),
  );
  yield* checkVectors(found.map(({ collection }) => [collection, query]));
  const hits = yield* Effect.forEach(prepared, (each) => findHits(services, each), SCHEDULED);
  const answers = yield* answerQueries(services, hits);
  return mergeAnswers(answers.map((answer, index) => ({ collection: names[index] as string, answer })));
});

const queryBatch = Effect.fnUntraced(function* (
  services: QueryServices,
  queries: readonly BatchQuery[],
): Effect.fn.Return<readonly QueryAnswer[], QueryFailure> {
  yield* checkQueryTexts(queries, (index) => `queries[${index}].query`);
  yield* services.scheduler.checkCapacity(queries.length);
  const known = new Map<string, ReadCollection>();
  const prepared = yield* Effect.forEach(queries, (item, index) =>
    prepareQuery(services, item.collection, item, `queries[${index}].`, known).pipe(
      Effect.mapError((error) =>
        isDomainError(error, "not_found") ? at(`queries[${index}].collection`)(error) : error,
      ),
    ),
  );
  yield* checkVectors(prepared.map(({ collection, query }) => [collection, query]));
  const embedding = yield* Effect.forEach(prepared, (each) => beginEmbedding(services, each));
  return yield* Effect.forEach(
    embedding,
    (item, index) => Effect.mapError(answerOne(services, item), at(`queries[${index}]`)),
    SCHEDULED,
  );
});

/** Prefixes the message of a failure with the field of the request. */
const at =
  (requestPath: string) =>
  <E>(error: E): E | DomainError => {
    if (!(error instanceof DomainError)) return error;
    const { code, message, retryAfterSeconds } = error;
    return new DomainError({
      code,
      message: `${requestPath}: ${message}`,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  };
