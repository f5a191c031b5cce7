import { vectorStoreConformance } from "@quarry/plugin-testkit";
import { addressOf } from "@quarry/services";
import plugin from "../src/index.ts";

const { hostname, port, protocol } = new URL(addressOf("chroma"));

vectorStoreConformance(plugin, {
  settings: { host: hostname, port: Number(port), ssl: protocol === "https:", collectionPrefix: "test-" },
  filterPairs: 2_400,
});
