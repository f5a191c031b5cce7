import { type EmbedderUse, Embeddings } from "@quarry/embedding";
import type { JobLease } from "@quarry/jobs";
import { Effect, type Scope } from "effect";

/**
 * Interval of the check whether other jobs can begin: they do less than a second after a provider has become slow or
 * has failed.
 */
const CHECK_EVERY_MS = 250;

/**
 * Lets another job use this job's worker slot while it only waits for these providers, until the scope ends. A hanging
 * call keeps the data read so far in memory, but doesn't block other jobs.
 */
export const lendSlot = Effect.fnUntraced(function* (
  lease: JobLease,
  uses: readonly EmbedderUse[],
  isAsking: () => boolean,
): Effect.fn.Return<void, never, Embeddings | Scope.Scope> {
  const embeddings = yield* Embeddings;
  const check = Effect.sync(() => lease.setIdle(isAsking() && uses.some((use) => embeddings.isTroubled(use))));
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(check, Effect.sleep(CHECK_EVERY_MS))));
});
