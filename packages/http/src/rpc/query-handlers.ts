import { QueryService } from "@quarry/api";
import { IsObserved, Queries, type QueryAnswer, RerankTexts, worstRerankStatus } from "@quarry/catalog";
import { Effect } from "effect";
import { type BoundService, bindWholeService, type CallContext } from "./handler.ts";
import { reportUnknownFields } from "./names-header.ts";
import { fromQuery, toQueryResponse } from "./query-messages.ts";
import { type HandlerFailure, runFor } from "./run-effect.ts";

/** Creates the rpcs of QueryService. */
export const makeQueryHandlers: Effect.Effect<BoundService, never, Queries | RerankTexts> = Effect.gen(function* () {
  const queries = yield* Queries;
  const reranking = yield* RerankTexts;
  return bindWholeService(QueryService, {
    query: async (request, context) => {
      const answer = await runQuery(context, queries.query(request.collectionName, fromQuery(request)));
      report(context, answer);
      return { ...toQueryResponse(answer, request), collection: request.collectionName };
    },

    multiQuery: async (request, context) => {
      const answer = await runQuery(context, queries.queryMany(request.collections, fromQuery(request)));
      report(context, answer);
      return toQueryResponse(answer, request);
    },

    batchQuery: async (request, context) => {
      const items = request.queries.map((item) => ({ collection: item.collection, ...fromQuery(item) }));
      const answers = await runQuery(context, queries.queryBatch(items));
      report(context, {
        rerankStatus: worstRerankStatus(answers.map(({ rerankStatus }) => rerankStatus)),
        termsLeftOut: Math.max(0, ...answers.map(({ termsLeftOut }) => termsLeftOut)),
        unknownFields: [...new Set(answers.flatMap(({ unknownFields }) => unknownFields))],
      });
      return {
        results: answers.map((answer, index) => {
          const item = request.queries[index]!;
          return { ...toQueryResponse(answer, item), collection: item.collection };
        }),
      };
    },

    rerank: async ({ query, documents, model, topN, returnDocuments }, context) => {
      const texts = documents.map(({ text }) => text);
      const { model: judge, ranking } = await runFor(context, reranking.rerank({ query, texts, model }));
      return {
        id: context.requestId,
        model: judge,
        results: ranking.slice(0, topN).map(({ index, score }) => ({
          ...{ index, relevanceScore: score },
          ...(returnDocuments === true && { document: { text: texts[index]! } }),
        })),
      };
    },
  });
});

/** Runs a query. Analytics describe the queries of applications, so queries from the console are not recorded. */
const runQuery = <A>(context: CallContext, effect: Effect.Effect<A, HandlerFailure>): Promise<A> =>
  runFor(context, context.isOfConsole === true ? Effect.provideService(effect, IsObserved, false) : effect);

/**
 * Reports whether the order is the reranker's, how many terms at the end of a query were ignored because it has too many
 * distinct ones, and unknown fields of filters. For several queries these are the worst status and the maximum.
 */
const report = (
  context: CallContext,
  { rerankStatus, termsLeftOut, unknownFields }: Pick<QueryAnswer, "rerankStatus" | "termsLeftOut" | "unknownFields">,
): void => {
  if (rerankStatus !== null) context.responseHeaders.set("x-rerank-status", rerankStatus);
  if (termsLeftOut > 0) context.responseHeaders.set("x-query-words-left-out", String(termsLeftOut));
  reportUnknownFields(context, unknownFields);
};
