import { CurrentCaller, type PassageIndexError } from "@quarry/index";
import type { DomainError } from "@quarry/plugin/domain";
import type { SearchResponse } from "@quarry/search";
import { reserveForAnswer } from "@quarry/store";
import { Effect } from "effect";
import { callersAccessFilter } from "../access-filter/within-access-filter.ts";
import { expandResults } from "../expand-results.ts";
import type { QueryAnswer } from "../query-answer.ts";
import { IsObserved } from "../query-observer.ts";
import type { FoundQuery } from "./find-hits.ts";
import type { QueryFailure } from "./query-request.ts";
import type { QueryServices } from "./query-services.ts";

/** Completes queries whose hits are found, in order. Results of identical queries are reranked together. */
export const answerQueries = Effect.fnUntraced(function* (
  services: QueryServices,
  found: readonly FoundQuery[],
): Effect.fn.Return<readonly QueryAnswer[], QueryFailure> {
  const responses = yield* services.search.answer(found.map(({ hits }) => hits));
  return yield* Effect.forEach(found, (each, index) => finish(services, each, responses[index]!), {
    concurrency: "unbounded",
  });
});

const finish = Effect.fnUntraced(function* (
  services: QueryServices,
  found: FoundQuery,
  response: SearchResponse,
): Effect.fn.Return<QueryAnswer, QueryFailure> {
  const { collection, query } = found.prepared;
  // Reports a collection deleted meanwhile as "not found".
  const answer = yield* Effect.tapError(expanded(services, found, response), () =>
    services.collections.get(collection.name),
  );
  if (yield* IsObserved) {
    services.observer.observe({
      collectionId: collection.id,
      query: query.query,
      caller: (yield* CurrentCaller).owner,
      latencyMs: performance.now() - found.started,
      scores: answer.results.map(({ score }) => score),
    });
  }
  // With an access filter, corrections are hidden: the corrected terms can occur only in passages outside it.
  const canSeeRepairs = answer.repairs === undefined || (yield* callersAccessFilter) === undefined;
  return canSeeRepairs ? answer : { ...answer, repairs: [] };
});

/** Adds the text around the results, if the query requests it. */
const expanded = Effect.fnUntraced(function* (
  { passages, scheduler }: QueryServices,
  { prepared: { collection, query }, unknownFields }: FoundQuery,
  response: SearchResponse,
): Effect.fn.Return<QueryAnswer, PassageIndexError | DomainError> {
  const count = query.expand ?? 0;
  if (count === 0) return { ...response, unknownFields };
  const isBounded = (yield* callersAccessFilter) !== undefined;
  const texts = yield* scheduler.run(expandResults(passages, collection.id, response.results, count, isBounded));
  yield* reserveForAnswer(texts.reduce((sum, text) => sum + text.length, 0));
  const results = response.results.map((result, index) =>
    Object.assign(result, { expandedText: texts[index] as string }),
  );
  return { ...response, results, unknownFields };
});
