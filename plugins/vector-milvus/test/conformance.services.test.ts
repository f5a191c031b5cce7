import { vectorStoreConformance } from "@quarry/plugin/conformance";
import { addressOf } from "@quarry/services";
import plugin from "../src/index.ts";

vectorStoreConformance(plugin, {
  settings: { address: new URL(addressOf("milvus-lite")).host, collectionPrefix: "test_" },
  filterPairs: 2_400,
});
