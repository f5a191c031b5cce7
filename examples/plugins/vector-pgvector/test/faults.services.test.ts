import { vectorStoreFaults } from "@quarry/plugin-testkit";
import { openTcpProxy, startOwnServer } from "@quarry/services";
import plugin from "../src/index.ts";

vectorStoreFaults(plugin, {
  startServer: () => startOwnServer("postgres"),
  openProxy: openTcpProxy,
  settingsOf: (port) => ({ port, user: "postgres", database: "postgres", timeoutSeconds: 10 }),
});
