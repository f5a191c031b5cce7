import { writeFileSync } from "node:fs";
import { ProcessWatch } from "./process-watch.ts";

// Main module of a process that parses the documents sent by its parent, one after the other. The parsing code is
// loaded last: from the very start, the process must end with its parent.

/** A terminal and some supervisors signal all processes of a service; the parent decides when this one ends. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

// The parent has ended, or no longer needs this process.
process.on("disconnect", () => process.exit());
if (!process.connected) process.exit();

/** When the system runs out of memory, it should kill this process before the service. */
const OOM_SCORE_FILE = "/proc/self/oom_score_adj";
const HIGHEST_OOM_SCORE = "1000";
try {
  writeFileSync(OOM_SCORE_FILE, HIGHEST_OOM_SCORE);
} catch {
  // Not Linux, or not permitted: the system then decides by itself.
}

const [, , allowedMegabytes, parent] = process.argv.map(Number);
const [watch, { serveTasks }] = await Promise.all([
  ProcessWatch.start({ allowedMegabytes: allowedMegabytes as number, parent: parent as number }),
  import("./serve-tasks.ts"),
]);
serveTasks(watch);
