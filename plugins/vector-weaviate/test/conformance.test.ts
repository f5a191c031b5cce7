import { vectorStoreConformance } from "@quarry/plugin-testkit";
import { afterAll } from "vitest";
import plugin from "../src/index.ts";
import { DocumentedWeaviate } from "./support/documented-weaviate.ts";
import { WireServer } from "./support/wire-server.ts";

const server = await WireServer.start();
new DocumentedWeaviate().serve(server);
afterAll(() => server[Symbol.asyncDispose]());

vectorStoreConformance(
  { ...plugin, name: `${plugin.name} on a server simulated from Weaviate's documentation` },
  { settings: { port: server.port, grpcPort: server.grpcPort, classPrefix: "Test_" } },
);
