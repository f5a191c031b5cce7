import { PlatformService } from "@quarry/api";
import type { FileStore } from "@quarry/files";
import type { Plugins } from "@quarry/host";
import type { Database } from "@quarry/store";
import { Effect } from "effect";
import { type BoundService, bindService } from "./handler.ts";
import { checkReadiness } from "./readiness.ts";
import { runEffect } from "./run-effect.ts";

/** The health checks of PlatformService. */
export const makePlatformHandlers = (
  version: string,
): Effect.Effect<BoundService, never, Database | FileStore | Plugins> =>
  Effect.map(Effect.context<Database | FileStore | Plugins>(), (services) =>
    bindService(PlatformService, {
      getHealth: async () => ({ status: "ok", version }),

      getReadiness: async (_request, context) => {
        const dependencies = await runEffect(Effect.provideContext(checkReadiness, services));
        const ready = dependencies.database && dependencies.vectorStore && dependencies.cache;
        if (!ready) context.status = 503;
        return { status: ready ? "ok" : "degraded", version, ...dependencies };
      },
    }),
  );
