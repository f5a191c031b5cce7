// Loaded into a server ahead of its program (`--import`): answers how much it has used. Asking the process itself gives
// microseconds on every platform; /proc gives hundredths of a second, on Linux alone.
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
    // The program itself may answer others.
    else if (question !== "usage") return;
    process.send!(ownUsage());
  });
  // The parent process died: no other process would end this one.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // Listening must not keep alive a program that wants to end.
  process.channel?.unref();
}
