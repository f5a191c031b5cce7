import { Storage } from "@quarry/catalog";
import { type JobResult, parked } from "@quarry/jobs";
import { Effect } from "effect";

/** Name that jobs wait for. No embedder has it, so the recovery of a provider wakes none of these jobs. */
const STORAGE = "the service's own storage";

/** Long enough to put little load on a full disk, short enough that work continues soon after space is freed. */
const RECHECK_MS = 10_000;

/**
 * If a job fails because the service's own storage has no space or can't be written to, the job waits without a limit
 * and its attempts are not counted. Failures caused by a plugin or a file stay unchanged.
 */
export const waitForStorage = Effect.fnUntraced(function* (
  result: JobResult,
): Effect.fn.Return<JobResult, never, Storage> {
  if (result.type !== "retry" || result.by !== undefined) return result;
  const storage = yield* Storage;
  if (!(yield* storage.mayHaveFailed)) return result;
  return parked({
    error: result.error,
    afterMs: RECHECK_MS,
    wait: { for: STORAGE, until: null, memory: {} },
  });
});
