import { once } from "node:events";
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { SqliteSpace } from "@quarry/plugin/sqlite";
import { workerModule } from "@quarry/plugin/workers";
import { Effect } from "effect";
import { NEVER_REWRITTEN } from "./never-rewritten.ts";

/** Interval between two checks of the file. */
const CHECK_INTERVAL_MS = 5_000;
/** Maximum content of an older version's file that is rewritten at the start: about three seconds of work. */
const MAX_REWRITE_BYTES = 268_435_456;

/**
 * Converts a file of an earlier version so that it can release free pages, before it is used. A larger file stays
 * unchanged: later writes reuse its free pages.
 */
export const rewriteOldFile = (writer: DatabaseSync, path: string): Effect.Effect<void> =>
  Effect.sync(() => {
    const space = new SqliteSpace(writer, path);
    try {
      if (space.heldBytes <= MAX_REWRITE_BYTES) space.rewrite();
      space.leave();
    } catch {
      // A full disk, or a tool that has the file open. The next start tries again.
    }
  });

/**
 * Releases the pages freed by deletes, and truncates the write-ahead log. Uses a separate thread that exists only while
 * there is work: this thread has the file's writer and everything else. Ends with the fiber.
 */
export const maintainSpace = (reader: DatabaseSync, path: string): Effect.Effect<never> =>
  Effect.gen(function* () {
    yield* Effect.sleep(CHECK_INTERVAL_MS);
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

/** Waits for the thread to end, for whatever reason: the next check finds the remaining work. */
const runUpkeep = (path: string): Effect.Effect<void> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const worker = new Worker(workerModule(import.meta.url, "./space-worker"), { workerData: { path } });
      return { worker, ended: once(worker, "exit").catch(() => {}) };
    }),
    ({ ended }) => Effect.promise(() => ended),
    // The thread finishes its current step first, so the file can be closed and removed afterwards.
    ({ worker }) => Effect.promise(() => worker.terminate()),
  );
