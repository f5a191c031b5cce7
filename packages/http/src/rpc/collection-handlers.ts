import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type AnalyticsDetailSchema,
  type CollectionAnalyticsSchema,
  CollectionSchema,
  CollectionService,
  type CollectionStatsSchema,
  type CreateCollectionRequest,
  CreateCollectionRequestSchema,
  type UpdateCollectionRequest,
} from "@quarry/api";
import {
  Collections,
  type CreateCollection,
  Idempotency,
  makeSeenCollection,
  Statistics,
  type UpdateCollection,
} from "@quarry/catalog";
import { onBehalfOf } from "@quarry/jobs";
import {
  type AnalyticsDetail,
  type CollectionAnalytics,
  type HourAnalytics,
  type PeriodAnalytics,
  QueryAnalytics,
} from "@quarry/search";
import type { PlatformTotals } from "@quarry/store";
import { Effect } from "effect";
import { bindWholeService } from "./handler.ts";
import { answerIdempotently, fingerprintOfMessage } from "./idempotent.ts";
import { fromChunkStrategy, fromSearchMode, pageOf, redacted, toCollection } from "./messages.ts";
import { runEffect, runFor } from "./run-effect.ts";

/** Creates the rpcs of CollectionService. */
export const makeCollectionHandlers = Effect.gen(function* () {
  const collections = yield* Collections;
  const seen = yield* makeSeenCollection;
  const idempotency = yield* Idempotency;
  const statistics = yield* Statistics;
  const analytics = yield* QueryAnalytics;
  return bindWholeService(CollectionService, {
    createCollection: async (request, context) => {
      const fingerprint = () => fingerprintOfMessage(CreateCollectionRequestSchema, request);
      const once = { idempotency, context, route: "create collection", fingerprint, output: CollectionSchema };
      return runEffect(
        answerIdempotently(once, (within) => Effect.map(collections.create(fromCreate(request), within), toCollection)),
      );
    },

    getCollection: async (request, context) =>
      toCollection(await runFor(context, Effect.flatMap(collections.get(request.name), seen))),

    listCollections: async (request, context) => {
      const { principal } = context;
      const page = await runEffect(
        collections.list({
          ...pageOf(request),
          ...(request.name !== undefined && { namePrefix: request.name }),
          // A key that is limited to certain collections must not learn about others.
          ...(principal?.collections !== undefined && { names: [...principal.collections] }),
        }),
      );
      const items = await runFor(context, Effect.forEach(page.items, seen));
      return { collections: items.map(toCollection), total: page.total };
    },

    getCollectionStats: async (request) => toStats(request.name, await runEffect(statistics.collection(request.name))),

    getCollectionAnalytics: async ({ name, detail = false }) => {
      const { id } = await runEffect(collections.get(name));
      const course = detail ? await runEffect(analytics.readDetail(id)) : undefined;
      return toAnalytics(name, await runEffect(analytics.read(id)), course);
    },

    updateCollection: async (request) =>
      toCollection(await runEffect(Effect.flatMap(collections.update(request.name, fromUpdate(request)), seen))),

    deleteCollection: async (request, { principal }) => {
      await runEffect(onBehalfOf(principal?.name)(collections.remove(request.name)));
      return { status: "ok", message: `Collection '${request.name}' deleted` };
    },
  });
});

const toStats = (name: string, totals: PlatformTotals): MessageInitShape<typeof CollectionStatsSchema> => {
  const { total, ...statusCounts } = totals.documents;
  return {
    collection: name,
    documentCount: total,
    totalChunks: BigInt(totals.chunkCount),
    totalTokens: BigInt(totals.tokenCount),
    totalSizeBytes: BigInt(totals.sizeBytes),
    statusCounts,
  };
};

const toAnalytics = (
  name: string,
  analytics: CollectionAnalytics,
  detail: AnalyticsDetail | undefined,
): MessageInitShape<typeof CollectionAnalyticsSchema> => ({
  collection: name,
  period24h: toPeriod(analytics.last24Hours),
  period7d: toPeriod(analytics.last7Days),
  period30d: toPeriod(analytics.last30Days),
  topQueries: analytics.topQueries.map(toQueryCount),
  ...(detail !== undefined && { detail: toDetail(detail) }),
});

const toDetail = ({ hours, emptyQueries }: AnalyticsDetail): MessageInitShape<typeof AnalyticsDetailSchema> => ({
  hours: hours.map(toHour),
  emptyQueries: emptyQueries.map(toQueryCount),
});

const toHour = ({ startAt, emptyCount, ...averages }: HourAnalytics) => ({
  start: timestampFromMs(startAt),
  emptyCount: BigInt(emptyCount),
  ...toPeriod(averages),
});

const toQueryCount = ({ query, count }: { readonly query: string; readonly count: number }) => ({
  query,
  count: BigInt(count),
});

const toPeriod = (period: PeriodAnalytics) => ({
  queryCount: BigInt(period.queryCount),
  avgLatencyMs: period.averageLatencyMs,
  avgScore: period.averageScore,
  avgResultCount: period.averageResultCount,
});

const fromCreate = (request: CreateCollectionRequest): CreateCollection => ({
  ...request,
  embeddingApiKey: redacted(request.embeddingApiKey),
  chunkStrategy: fromChunkStrategy(request.chunkStrategy),
  defaultSearchMode: fromSearchMode(request.defaultSearchMode),
  rerankingApiKey: redacted(request.rerankingApiKey),
});

const fromUpdate = (request: UpdateCollectionRequest): UpdateCollection => ({
  description: request.description,
  metadata: request.metadata,
  rerankingEnabled: request.rerankingEnabled,
  rerankingModel: request.rerankingModel,
  rerankingApiKey: redacted(request.rerankingApiKey),
  defaultTopK: request.defaultTopK,
  defaultMinScore: request.clearDefaultMinScore ? null : request.defaultMinScore,
  defaultSearchMode: fromSearchMode(request.defaultSearchMode),
  defaultAlpha: request.clearDefaultAlpha ? null : request.defaultAlpha,
  defaultTtlSeconds: request.clearDefaultTtlSeconds ? null : request.defaultTtlSeconds,
  chunkStrategy: request.clearChunkStrategy ? null : fromChunkStrategy(request.chunkStrategy),
});
