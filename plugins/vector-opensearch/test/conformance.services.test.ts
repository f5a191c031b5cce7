import { vectorStoreConformance } from "@quarry/plugin-testkit";
import { addressOf } from "@quarry/services";
import plugin from "../src/index.ts";

vectorStoreConformance(plugin, {
  settings: { address: addressOf("opensearch"), indexPrefix: "test-" },
  filterPairs: 2_400,
});
