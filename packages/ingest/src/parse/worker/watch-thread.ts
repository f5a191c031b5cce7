import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { OVER_MEMORY } from "../process-protocol.ts";
import { IDLE, LIMIT, STATE, WATCHING } from "./watch-state.ts";

const { shared, parent } = workerData as { readonly shared: Int32Array; readonly parent: number };

const BYTES_PER_MEGABYTE = 1_048_576;

/** In this time, a parser that allocates as fast as it can gets some 50 MB more. A check costs microseconds. */
const WATCHING_INTERVAL_MS = 20;

/** Memory doesn't grow while nothing is parsed; only the end of the parent must be detected. */
const IDLE_INTERVAL_MS = 1_000;

const endProcess = (): never => {
  for (;;) process.kill(process.pid, "SIGKILL");
};

/** An orphaned process gets another parent. On systems where it doesn't (Windows), no process has the parent's id. */
const isParentDead = (): boolean => {
  if (process.ppid !== parent) return true;
  try {
    process.kill(parent, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
};

const reportReason = (): void => {
  try {
    writeSync(2, OVER_MEMORY);
  } catch {
    // The parent doesn't read standard error. Ending the process is what matters.
  }
};

parentPort?.postMessage("watching");
for (;;) {
  const state = Atomics.load(shared, STATE);
  Atomics.wait(shared, STATE, state, state === WATCHING ? WATCHING_INTERVAL_MS : IDLE_INTERVAL_MS);
  if (isParentDead()) endProcess();
  if (state === IDLE || process.memoryUsage.rss() <= Atomics.load(shared, LIMIT) * BYTES_PER_MEGABYTE) continue;
  reportReason();
  endProcess();
}
