import { Effect, Option } from "effect";

/** One place that the service must be able to write to. */
export interface WriteCheck {
  readonly target: StorageTarget;
  /** Writes a few bytes and reads them back. */
  readonly probe: Effect.Effect<void, StorageProblem>;
  /** Oldest result that may be returned while the last check succeeded. */
  readonly everyMs: number;
  /** The same after a failed check: an operator who has made room wants to see it. */
  readonly retryMs: number;
}

export type StorageTarget = "database" | "files" | "data_folder" | "temporary_folder";

/** Reason why a place can't be written to. */
export interface StorageProblem {
  readonly target: StorageTarget;
  /** For anyone to read: names settings, and neither paths nor addresses. */
  readonly message: string;
}

/** A write that waits for its turn among many is no failed one: that something answers at all is asked by a ping. */
const PATIENCE_MS = 5_000;

/**
 * Runs the check at most once per interval, for any number of callers: a call meanwhile gets the result of the running
 * check, or the last one.
 */
export const sharedCheck = ({ probe, everyMs, retryMs }: WriteCheck): Effect.Effect<StorageProblem | undefined> => {
  let last: StorageProblem | undefined;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const reported = await Effect.runPromise(
      probe.pipe(
        Effect.as(undefined),
        Effect.catch((problem) => Effect.succeed(problem)),
        Effect.timeoutOption(PATIENCE_MS),
      ),
    );
    if (Option.isSome(reported)) last = reported.value;
    askedAt = performance.now();
    asking = undefined;
  };
  return Effect.promise(async () => {
    if (performance.now() - askedAt >= (last === undefined ? everyMs : retryMs)) await (asking ??= ask());
    return last;
  });
};
