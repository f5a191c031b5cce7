import type { MessageInitShape } from "@bufbuild/protobuf";
import { PlatformService, type PlatformStatsSchema } from "@quarry/api";
import { listEmbeddingModels, type PlatformStatistics, Statistics } from "@quarry/catalog";
import type { FileStore } from "@quarry/files";
import { Plugins } from "@quarry/host";
import type { Database } from "@quarry/store";
import { Effect } from "effect";
import { bindService, type BoundService, bindWholeService, type Handlers } from "./handler.ts";
import { checkReadiness } from "./readiness.ts";
import { runEffect } from "./run-effect.ts";

type Health = Pick<Handlers<typeof PlatformService>, "getHealth" | "getReadiness">;

const healthHandlers = (version: string): Effect.Effect<Health, never, Database | FileStore | Plugins> =>
  Effect.map(Effect.context<Database | FileStore | Plugins>(), (services) => ({
    getHealth: async () => ({ status: "ok", version }),

    getReadiness: async (_request, context) => {
      const dependencies = await runEffect(Effect.provideContext(checkReadiness, services));
      const ready = dependencies.database && dependencies.vectorStore && dependencies.cache;
      if (!ready) context.status = 503;
      return { status: ready ? "ok" : "degraded", version, ...dependencies };
    },
  }));

/** The rpcs of PlatformService that tell how the process is; the others answer "not implemented". */
export const makeHealthHandlers = (
  version: string,
): Effect.Effect<BoundService, never, Database | FileStore | Plugins> =>
  Effect.map(healthHandlers(version), (handlers) => bindService(PlatformService, handlers));

/** The rpcs of PlatformService. */
export const makePlatformHandlers = (
  version: string,
): Effect.Effect<BoundService, never, Database | FileStore | Plugins | Statistics> =>
  Effect.gen(function* () {
    const health = yield* healthHandlers(version);
    const plugins = yield* Plugins;
    const statistics = yield* Statistics;
    return bindWholeService(PlatformService, {
      ...health,

      getPlatformStats: async (_request, { principal }) =>
        toPlatformStats(await runEffect(statistics.platform(principal?.collections))),

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
