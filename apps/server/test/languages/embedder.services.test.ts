import { describedPlugin, embedderConformance } from "@quarry/plugin-testkit";
import embedderRemote from "@quarry/embedder-remote";
import { afterAll } from "vitest";
import { ExampleCopy } from "./example-copy.ts";
import { PluginProcess } from "./plugin-process.ts";

const example = await ExampleCopy.make("plugin-python");
const embedder = await PluginProcess.start(example, "embedder.py");
afterAll(async () => {
  await embedder.kill();
  await example.remove();
});

const settings = { address: embedder.address };
embedderConformance(await describedPlugin(embedderRemote, settings), { settings });
