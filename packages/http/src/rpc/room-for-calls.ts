import type { ReserveUse, Storage } from "@quarry/catalog";
import { Effect, Result } from "effect";
import type { AnyHandler, BoundService } from "./handler.ts";
import { runEffect } from "./run-effect.ts";

type StorageService = Storage["Service"];

/**
 * Effect of rpcs on disk usage, by name; all others change little or nothing. Uploads check the free space themselves.
 */
const USES: readonly (readonly [names: RegExp, use: ReserveUse | "grow"])[] = [
  [/^(delete|batchDelete|revoke|cancel)/, "delete"],
  [/^(update|patch)/, "patch"],
  [/^(create|upsert|import|start|reprocess)/, "grow"],
];

/**
 * Wraps a service's rpcs by their effect on disk usage: deletions and patches can use the reserve, while rpcs that need
 * more space are rejected in time.
 */
export const boundByRoom = (storage: StorageService, { service, handlers }: BoundService): BoundService => ({
  service,
  handlers: Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => {
      const use = USES.find(([names]) => names.test(name))?.[1];
      return [name, handler === undefined || use === undefined ? handler : roomFor(storage, use, handler)];
    }),
  ),
});

const roomFor = (storage: StorageService, use: ReserveUse | "grow", handler: AnyHandler): AnyHandler => {
  if (use === "grow") {
    return (request, context) => runEffect(storage.mayGrow).then(() => handler(request, context));
  }
  return async (request, context) => {
    const call = Effect.tryPromise({
      try: () => handler(request, context) as Promise<unknown>,
      catch: (error) => error,
    });
    const outcome = await Effect.runPromise(Effect.result(storage.withReserve(use, call)));
    // A handler throws the error that its caller gets.
    if (Result.isFailure(outcome)) throw outcome.failure;
    return outcome.success;
  };
};
