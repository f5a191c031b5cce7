import { vectorStoreConformance } from "@quarry/plugin-testkit";
import { test } from "vitest";
import plugin from "../src/index.ts";

const http = process.env["WEAVIATE_URL"];
const grpc = process.env["WEAVIATE_GRPC_URL"];

if (http === undefined || grpc === undefined) {
  // No package provides a Weaviate server: this suite needs an existing one.
  const reason = "SKIPPED: no WEAVIATE_URL and WEAVIATE_GRPC_URL; nothing was run on a real Weaviate";
  console.warn(reason);
  test.skip(reason, () => {});
} else {
  const [api, remote] = [new URL(http), new URL(grpc)];
  vectorStoreConformance(plugin, {
    settings: {
      ...{ host: api.hostname, port: Number(api.port), ssl: api.protocol === "https:" },
      ...{ grpcHost: remote.hostname, grpcPort: Number(remote.port), classPrefix: "Test_" },
      ...(process.env["WEAVIATE_API_KEY"] !== undefined && { apiKey: process.env["WEAVIATE_API_KEY"] }),
    },
    filterPairs: 2_400,
  });
}
