import { describedPlugin, vectorStoreConformance } from "@quarry/plugin-testkit";
import { ServedProcess } from "@quarry/remote/testing";
import { addressOf } from "@quarry/services";
import { afterAll } from "vitest";
import vectorRemote from "../src/index.ts";

// Serves a store that searches by terms and stores metadata. The serving process filters with its own code.
const served = await ServedProcess.start({
  plugin: "@quarry/vector-opensearch",
  settings: { address: addressOf("opensearch"), indexPrefix: "test-served-" },
});
afterAll(() => served.close());

const settings = { address: served.address };
vectorStoreConformance(await describedPlugin(vectorRemote, settings), { settings });
