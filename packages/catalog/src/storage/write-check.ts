import { Effect, Option } from "effect";

/** One place that the service must be able to write to. */
export interface WriteCheck {
  readonly place: StoragePlace;
  /** Writes a few bytes and reads them back. */
  readonly probe: Effect.Effect<void, StorageProblem>;
  /** How old an answer may be while all is well. */
  readonly everyMs: number;
  /** The same while it is not: whoever made room wants to see it. */
  readonly retryMs: number;
}

export type StoragePlace = "database" | "files" | "data_folder" | "temporary_folder";

/** Why a place can't be written to. */
export interface StorageProblem {
  readonly place: StoragePlace;
  /** For anyone to read: names settings, and neither paths nor addresses. */
  readonly message: string;
}

/** A write that waits for its turn among many is no failed one: that something answers at all is asked by a ping. */
const PATIENCE_MS = 5_000;

/**
 * Asks at most once in a while, however often and by however many it is asked: whoever comes meanwhile gets the answer
 * that is on its way, or the last one.
 */
export const sharedCheck = ({ probe, everyMs, retryMs }: WriteCheck): Effect.Effect<StorageProblem | undefined> => {
  let last: StorageProblem | undefined;
  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const told = await Effect.runPromise(
      probe.pipe(
        Effect.as(undefined),
        Effect.catch((problem) => Effect.succeed(problem)),
        Effect.timeoutOption(PATIENCE_MS),
      ),
    );
    if (Option.isSome(told)) last = told.value;
    askedAt = performance.now();
    asking = undefined;
  };
  return Effect.promise(async () => {
    if (performance.now() - askedAt >= (last === undefined ? everyMs : retryMs)) await (asking ??= ask());
    return last;
  });
};
