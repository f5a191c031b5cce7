import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { limitSpace, SqliteSpace } from "@quarry/plugin/sqlite";
import { NEVER_REWRITTEN } from "./never-rewritten.ts";

// Makes the metadata database smaller until there is nothing left to do.

/** The writer of the file comes first: the worker gives up after waiting this long, and tries again later. */
const BUSY_TIMEOUT_MS = 100;
/** Between two steps, for the writer. */
const REST_MS = 10;

const { path } = workerData as { readonly path: string };
const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
try {
  limitSpace(database);
  // Work that is lost in a power failure is done again; written data stays durable by the writer's own commits.
  database.exec("pragma synchronous = normal");
  const space = new SqliteSpace(database, path, NEVER_REWRITTEN);
  while (space.isDue) {
    space.step();
    await sleep(REST_MS);
  }
} finally {
  database.close();
}
