import type { MessageInitShape } from "@bufbuild/protobuf";
import { PlatformService, type PlatformStatsSchema } from "@quarry/api";
import { listEmbeddingModels, type PlatformStatistics, Statistics } from "@quarry/catalog";
import { Plugins } from "@quarry/host";
import { mediaTypeOf, readTypes } from "@quarry/plugin/domain";
import { Usage } from "@quarry/search";
import { Effect } from "effect";
import { bindService, bindWholeService, type Handlers } from "./handler.ts";
import { checkReadiness, type HealthServices } from "./readiness.ts";
import { runEffect, runFor } from "./run-effect.ts";
import { toUsageDay, usageRequestOf } from "./usage-messages.ts";

type Health = Pick<Handlers<typeof PlatformService>, "getHealth" | "getReadiness">;

const healthHandlers = (version: string): Effect.Effect<Health, never, HealthServices> =>
  Effect.map(Effect.context<HealthServices>(), (services) => ({
    getHealth: async () => ({ status: "ok", version }),

    getReadiness: async (_request, context) => {
      const { reason, ...dependencies } = await runEffect(Effect.provideContext(checkReadiness, services));
      const ready = dependencies.database && dependencies.vectorStore && dependencies.cache;
      if (!ready) context.status = 503;
      return { status: ready ? "ok" : "degraded", version, ...dependencies, ...(reason !== undefined && { reason }) };
    },
  }));

/** Creates the rpcs of PlatformService that report the health of the process; the others answer "not implemented". */
export const makeHealthHandlers = (version: string) =>
  Effect.map(healthHandlers(version), (handlers) => bindService(PlatformService, handlers));

/** Creates the rpcs of PlatformService. */
export const makePlatformHandlers = (version: string) =>
  Effect.gen(function* () {
    const health = yield* healthHandlers(version);
    const plugins = yield* Plugins;
    const statistics = yield* Statistics;
    const usage = yield* Usage;
    return bindWholeService(PlatformService, {
      ...health,

      getPlatformStats: async (_request, { principal }) =>
        toPlatformStats(await runEffect(statistics.platform(principal?.collections))),

      getUsage: async (request, context) => {
        const requested = usageRequestOf(request, context);
        const page = await runFor(context, usage.list(requested));
        return { days: page.items.map(toUsageDay), total: page.total };
      },

      listFileTypes: async () => ({
        fileTypes: readTypes(plugins.parsers).map((extension) => ({ extension, mediaType: mediaTypeOf(extension) })),
      }),

      listEmbeddingModels: async (request) => ({ models: [...listEmbeddingModels(plugins, request.all ?? false)] }),
    });
  });

const toPlatformStats = ({
  totals,
  webhooks,
  queue,
}: PlatformStatistics): MessageInitShape<typeof PlatformStatsSchema> => ({
  collections: totals.collections,
  documents: {
    ...totals.documents,
    totalChunks: BigInt(totals.chunkCount),
    totalTokens: BigInt(totals.tokenCount),
    totalSizeBytes: BigInt(totals.sizeBytes),
  },
  webhooks,
  queue: {
    queued: BigInt(queue.pending + queue.processing),
    completed: BigInt(queue.completed),
    failed: BigInt(queue.failed),
    pending: BigInt(queue.pending),
    processing: BigInt(queue.processing),
  },
});
