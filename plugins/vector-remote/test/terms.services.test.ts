import { describedPlugin, vectorStoreConformance } from "@quarry/plugin-testkit";
import { ServedProcess } from "@quarry/remote/testing";
import { addressOf } from "@quarry/services";
import { afterAll } from "vitest";
import vectorRemote from "../src/index.ts";

// A store of ours that searches by terms, served: with metadata, filtered by the code of the process that serves it.
const served = await ServedProcess.start({
  plugin: "@quarry/vector-opensearch",
  settings: { address: addressOf("opensearch"), indexPrefix: "test-served-" },
});
afterAll(() => served.close());

const settings = { address: served.address };
vectorStoreConformance(await describedPlugin(vectorRemote, settings), { settings });
