import { vectorStoreFaults } from "@quarry/plugin/conformance";
import { openTcpProxy, startOwnServer } from "@quarry/services";
import plugin from "../src/index.ts";

vectorStoreFaults(plugin, {
  startServer: () => startOwnServer("opensearch"),
  openProxy: openTcpProxy,
  settingsOf: (port) => ({ address: `http://127.0.0.1:${port}`, timeoutSeconds: 10 }),
});
