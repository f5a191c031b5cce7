import { type EmbedderUse, Embeddings } from "@quarry/embedding";
import type { JobLease } from "@quarry/jobs";
import { Effect, type Scope } from "effect";

/**
 * Interval of the check whether others may begin: they do less than a second after a provider has become slow or has
 * failed.
 */
const CHECK_EVERY_MS = 250;

/**
 * For as long as the scope lasts, lets another job begin in this one's place while it waits for nothing but these
 * providers. A call that hangs holds what was read so far, but nobody else.
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
