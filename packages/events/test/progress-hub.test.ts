import { localProgressHub, ProgressHub } from "@quarry/events";
import { ManagedRuntime } from "effect";
import { progressHubSuite } from "./progress-hub-suite.ts";

progressHubSuite(async () => {
  const runtime = ManagedRuntime.make(localProgressHub);
  const hub = await runtime.runPromise(ProgressHub);
  return { worker: hub, watcher: hub, close: () => runtime.dispose() };
});
