import { vectorStoreFaults } from "@quarry/plugin-testkit";
import { ServedProcess } from "@quarry/remote/testing";
import { openTcpProxy } from "@quarry/services";
import vectorRemote from "../src/index.ts";

vectorStoreFaults(vectorRemote, {
  startServer: () => ServedProcess.start({ plugin: "@quarry/vector-embedded" }),
  openProxy: openTcpProxy,
  settingsOf: (port) => ({ address: `http://127.0.0.1:${port}`, timeoutSeconds: 5 }),
});
