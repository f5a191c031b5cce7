import { once } from "node:events";
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { SqliteSpace } from "@quarry/plugin/sqlite";
import { workerModule } from "@quarry/plugin/workers";
import { Effect } from "effect";
import { NEVER_REWRITTEN } from "./never-rewritten.ts";

/** Interval between two checks of the file. */
const CHECK_EVERY_MS = 5_000;
/** Largest content of a file of an earlier version that is rewritten at the start: about three seconds of work. */
const CONVERT_BYTES = 268_435_456;

/**
 * Makes a file of an earlier version one that can give pages back, before anyone uses it. A larger one stays as it is:
 * what deletes leave free in it is filled again.
 */
export const convertSpace = (writer: DatabaseSync, path: string): Effect.Effect<void> =>
  Effect.sync(() => {
    const space = new SqliteSpace(writer, path);
    try {
      if (space.heldBytes <= CONVERT_BYTES) space.rewrite();
      space.leave();
    } catch {
      // A full disk, or a tool that has the file open: the next start tries again.
    }
  });

/**
 * Gives back what deletes leave free, and cuts the log, in a thread of its own that lives only as long as there is
 * something to do: this thread has the writer of the file, and everything else. Ends with the fiber.
 */
export const keepSpace = (reader: DatabaseSync, path: string): Effect.Effect<never> =>
  Effect.gen(function* () {
    yield* Effect.sleep(CHECK_EVERY_MS);
    if (isDue(reader, path)) yield* runUpkeep(path);
  }).pipe(Effect.forever);

const isDue = (reader: DatabaseSync, path: string): boolean => {
  try {
    return new SqliteSpace(reader, path, NEVER_REWRITTEN).isDue;
  } catch {
    // The next reader reports the error.
    return false;
  }
};

/** Waits for the thread's end, however it ends: the next look finds what is left to do. */
const runUpkeep = (path: string): Effect.Effect<void> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const worker = new Worker(workerModule(import.meta.url, "./space-worker"), { workerData: { path } });
      return { worker, ended: once(worker, "exit").catch(() => {}) };
    }),
    ({ ended }) => Effect.promise(() => ended),
    // Its step is finished first, so the file can be closed and removed after that.
    ({ worker }) => Effect.promise(() => worker.terminate()),
  );
