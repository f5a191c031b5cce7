import { vectorStoreFaults } from "@quarry/plugin-testkit";
import { openTcpProxy } from "@quarry/services";
import vectorRemote from "@quarry/vector-remote";
import { ExampleCopy } from "./example-copy.ts";
import { PluginProcess } from "./plugin-process.ts";

vectorStoreFaults(vectorRemote, {
  startServer: async () => {
    const example = await ExampleCopy.make("plugin-python");
    const store = await PluginProcess.start(example, "vector_store.py");
    return {
      port: Number(new URL(store.address).port),
      start: () => store.start(),
      kill: async () => void (await store.kill()),
      close: async () => {
        await store.kill();
        await example.remove();
      },
    };
  },
  openProxy: openTcpProxy,
  settingsOf: (port) => ({ address: `http://127.0.0.1:${port}`, timeoutSeconds: 5 }),
});
