import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { OVER_MEMORY } from "../process-protocol.ts";
import { IDLE, LIMIT, STATE, WATCHING } from "./watch-state.ts";

const { shared, parent } = workerData as { readonly shared: Int32Array; readonly parent: number };

const BYTES_PER_MEGABYTE = 1_048_576;

/** A parser that fills memory as fast as it can gets some 50 MB further in this time; looking costs microseconds. */
const WATCHING_INTERVAL_MS = 20;

/** Nothing grows while nothing is read; only the parent may be gone. */
const IDLE_INTERVAL_MS = 1_000;

const endProcess = (): never => {
  for (;;) process.kill(process.pid, "SIGKILL");
};

/** An orphaned process gets another parent; where it does not (Windows), the parent's number belongs to no process. */
const isParentGone = (): boolean => {
  if (process.ppid !== parent) return true;
  try {
    process.kill(parent, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
};

const sayWhy = (): void => {
  try {
    writeSync(2, OVER_MEMORY);
  } catch {
    // The parent is not listening; the end itself is what matters.
  }
};

parentPort?.postMessage("watching");
for (;;) {
  const state = Atomics.load(shared, STATE);
  Atomics.wait(shared, STATE, state, state === WATCHING ? WATCHING_INTERVAL_MS : IDLE_INTERVAL_MS);
  if (isParentGone()) endProcess();
  if (state === IDLE || process.memoryUsage.rss() <= Atomics.load(shared, LIMIT) * BYTES_PER_MEGABYTE) continue;
  sayWhy();
  endProcess();
}
