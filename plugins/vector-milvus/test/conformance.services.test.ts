import { vectorStoreConformance } from "@quarry/plugin-testkit";
import { addressOf } from "@quarry/services";
import { test } from "vitest";
import plugin from "../src/index.ts";

vectorStoreConformance(plugin, {
  settings: { address: new URL(addressOf("milvus-lite")).host, collectionPrefix: "test_" },
  filterPairs: 2_400,
});

const { MILVUS_ADDRESS: address, MILVUS_TOKEN: token } = process.env;

if (address === undefined) {
  const reason = "SKIPPED: no MILVUS_ADDRESS; nothing was run on a Milvus server, only on Milvus Lite";
  console.warn(reason);
  test.skip(reason, () => {});
} else {
  vectorStoreConformance(
    { ...plugin, name: `${plugin.name} on ${address}` },
    { settings: { address, collectionPrefix: "test_", ...(token !== undefined && { token }) }, filterPairs: 2_400 },
  );
}
