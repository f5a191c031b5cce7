import { Effect } from "effect";

/** Interval at which changes by other processes (the CLI, another server) are read, in milliseconds. */
const REFRESH_MS = 1_000;

/** Runs a read now, and then every second until the scope closes. Failures after the first read log `problem`. */
export const refreshed = <E, R>(read: Effect.Effect<void, E, R>, problem: string) =>
  Effect.gen(function* () {
    yield* read;
    const checked = Effect.catchCause(read, (cause) => Effect.logWarning(problem, cause));
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(REFRESH_MS), checked)));
  });
