import type { ReserveUse, Storage } from "@quarry/catalog";
import { Effect, Result } from "effect";
import type { AnyHandler, BoundService } from "./handler.ts";
import { runEffect } from "./run-effect.ts";

type StorageService = Storage["Service"];

/** Names of rpcs by what they do to the disk; all others change little, or nothing. Uploads ask for room by themselves. */
const USES: readonly (readonly [names: RegExp, use: ReserveUse | "grow"])[] = [
  [/^(delete|batchDelete|revoke|cancel)/, "delete"],
  [/^(update|patch)/, "patch"],
  [/^(create|upsert|import|start|reprocess)/, "grow"],
];

/** A service whose rpcs use the disk's room by their kind: deletes and patches have the reserve, what grows is refused in time. */
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
    // A handler throws what its caller gets.
    if (Result.isFailure(outcome)) throw outcome.failure;
    return outcome.success;
  };
};
