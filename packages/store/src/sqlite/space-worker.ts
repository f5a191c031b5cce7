import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { limitSpace, SqliteSpace } from "@quarry/plugin/sqlite";
import { NEVER_REWRITTEN } from "./never-rewritten.ts";

// Worker that shrinks the metadata database until there is nothing left to do.

/** The writer of the file has priority: the worker gives up after this wait and tries again later. */
const BUSY_TIMEOUT_MS = 100;
/** Pause between two steps, for the writer. */
const STEP_PAUSE_MS = 10;

const { path } = workerData as { readonly path: string };
const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
try {
  limitSpace(database);
  // Work lost in a power failure is done again. Data stays durable by the writer's own commits.
  database.exec("pragma synchronous = normal");
  const space = new SqliteSpace(database, path, NEVER_REWRITTEN);
  while (space.isDue) {
    space.step();
    await sleep(STEP_PAUSE_MS);
  }
} finally {
  database.close();
}
