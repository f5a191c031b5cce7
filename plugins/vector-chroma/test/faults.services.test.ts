import { vectorStoreFaults } from "@quarry/plugin-testkit";
import { openTcpProxy, startOwnServer } from "@quarry/services";
import plugin from "../src/index.ts";

vectorStoreFaults(plugin, {
  startServer: () => startOwnServer("chroma"),
  openProxy: openTcpProxy,
  settingsOf: (port) => ({ port, timeoutSeconds: 10 }),
});
