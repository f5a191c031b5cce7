// Loaded into a server before its program (`--import`): reports its resource usage. The process itself can measure
// microseconds on every platform; /proc has a resolution of hundredths of a second, on Linux only.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";
import { ownUsage } from "./usage.ts";

/** Runs the garbage collector, to distinguish retained memory from garbage. */
const collect = (): void => {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
};

if (isMainThread && process.send !== undefined) {
  process.on("message", (question) => {
    if (question === "usage without garbage") collect();
    // The program itself may handle other messages.
    else if (question !== "usage") return;
    process.send!(ownUsage());
  });
  // The parent process died: no other process would end this one.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The listener must not keep the program alive.
  process.channel?.unref();
}
