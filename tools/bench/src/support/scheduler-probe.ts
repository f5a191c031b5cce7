// Loaded into the service (`--import`). Records the longest times for which its main thread was busy without checking
// its timers. Measures CPU time, so that other processes on the machine have no influence. A record is a line with the
// time (milliseconds since 1970) and the duration (milliseconds). A duration covers at most two event loop iterations.
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const LOOK_EVERY_MS = 1;
const WORTH_A_NOTE_MS = 3;

const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const file = process.env["BENCH_TURNS_FILE"];
if (isMainThread && file !== undefined) {
  let notes = "";
  let before = usedMs();
  setInterval(() => {
    const now = usedMs();
    const busy = now - before;
    before = now;
    if (busy >= WORTH_A_NOTE_MS) notes += `${Date.now()} ${busy.toFixed(2)}\n`;
  }, LOOK_EVERY_MS).unref();
  setInterval(() => {
    if (notes !== "") appendFileSync(file, notes);
    notes = "";
  }, 100).unref();
}
