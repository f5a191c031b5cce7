import { Storage } from "@quarry/catalog";
import { type JobResult, parked } from "@quarry/jobs";
import { Effect } from "effect";

/** Name that jobs wait for. It is no embedder's, so a provider that is back wakes none of these. */
const STORAGE = "the service's own storage";

/** Long enough not to wear a full disk out, short enough that work goes on soon after there is room. */
const RECHECK_MS = 10_000;

/**
 * A failure of what the service stands on, while that has no room or can't be written to, is not the job's: it waits, for
 * as long as it takes, and its attempts are kept. What a plugin or a file is to blame for stays as it is.
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
