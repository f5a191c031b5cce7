// Loaded into a measured process ahead of its program (`--import`): answers how much it has used. Asking the process
// itself gives microseconds on every platform; /proc gives hundredths of a second, on Linux alone.
import { isMainThread } from "node:worker_threads";
import { ownUsage } from "./usage.ts";

if (isMainThread && process.send !== undefined) {
  process.on("message", () => process.send!(ownUsage()));
  // The bench died: nobody else would end this process.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // Listening to the bench must not keep alive a program that wants to end.
  process.channel?.unref();
}
