// Loaded into a measured process beside the other probe (`--import`): notes how long its event loop was ever held up, in
// a file that the bench reads. A note is one line: when (milliseconds since 1970) and for how long (milliseconds).
import { appendFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const RESOLUTION_MS = 1;
const LOOK_MS = 50;
/** Shorter ones are the noise of timers. */
const WORTH_A_NOTE_MS = 3;
const NANOSECONDS_PER_MS = 1e6;

const file = process.env["BENCH_LOOP_FILE"];
if (isMainThread && file !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const look = () => {
    const longest = delays.max / NANOSECONDS_PER_MS - RESOLUTION_MS;
    delays.reset();
    if (longest >= WORTH_A_NOTE_MS) appendFileSync(file, `${Date.now()} ${longest.toFixed(2)}\n`);
  };
  setInterval(look, LOOK_MS).unref();
}
