import { Effect, Option } from "effect";

/** One target that the service must be able to write to. */
export interface WriteCheck {
  readonly target: StorageTarget;
  /** Writes a few bytes and reads them back. */
  readonly probe: Effect.Effect<void, StorageProblem>;
  /** Maximum age of a returned result while the last check succeeded. */
  readonly everyMs: number;
  /** Maximum age after a failed check: an operator who has freed space wants to see the effect. */
  readonly retryMs: number;
}

export type StorageTarget = "database" | "files" | "data_folder" | "temporary_folder";

/** Reason why a target can't be written to. */
export interface StorageProblem {
  readonly target: StorageTarget;
  /** Message for any reader: names settings, but no paths or addresses. */
  readonly message: string;
}

/** A write that waits among many others has not failed. A ping checks whether the target responds at all. */
const PATIENCE_MS = 5_000;

/**
 * Runs the check at most once per interval for any number of callers: a call in between gets the result of the running
 * check, or the last one.
 */
export const sharedCheck = ({ probe, everyMs, retryMs }: WriteCheck): Effect.Effect<StorageProblem | undefined> => {
  let last: StorageProblem | undefined;
  let checkedAt = -Infinity;
  let running: Promise<void> | undefined;
  const runCheck = async (): Promise<void> => {
    const reported = await Effect.runPromise(
      probe.pipe(
        Effect.as(undefined),
        Effect.catch((problem) => Effect.succeed(problem)),
        Effect.timeoutOption(PATIENCE_MS),
      ),
    );
    if (Option.isSome(reported)) last = reported.value;
    checkedAt = performance.now();
    running = undefined;
  };
  return Effect.promise(async () => {
    if (performance.now() - checkedAt >= (last === undefined ? everyMs : retryMs)) await (running ??= runCheck());
    return last;
  });
};
