import { writeFileSync } from "node:fs";
import { ProcessWatch } from "./process-watch.ts";

// The main module of a process that reads documents, one after the other, as its parent sends them. What reads them is
// loaded last: from the first moment on the process must end with its parent.

/** A terminal and some supervisors signal all processes of a service; its parent decides when this one ends. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

// The parent is gone, or has no use for this process any more.
process.on("disconnect", () => process.exit());
if (!process.connected) process.exit();

/** When the system runs out of memory, it should kill this process before the service. */
const OOM_SCORE_FILE = "/proc/self/oom_score_adj";
const ENDED_FIRST = "1000";
try {
  writeFileSync(OOM_SCORE_FILE, ENDED_FIRST);
} catch {
  // Not Linux, or not allowed: the system then chooses by itself.
}

const [, , allowedMegabytes, parent] = process.argv.map(Number);
const [watch, { serveTasks }] = await Promise.all([
  ProcessWatch.start({ allowedMegabytes: allowedMegabytes as number, parent: parent as number }),
  import("./serve-tasks.ts"),
]);
serveTasks(watch);
