import { vectorStoreFaults } from "@quarry/plugin-testkit";
import { openTcpProxy, startOwnServer } from "@quarry/services";
import plugin from "../src/index.ts";

vectorStoreFaults(plugin, {
  startServer: () => startOwnServer("milvus-lite"),
  openProxy: openTcpProxy,
  settingsOf: (port) => ({ address: `127.0.0.1:${port}`, timeoutSeconds: 10 }),
});
