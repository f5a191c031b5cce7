import { fileURLToPath } from "node:url";
import { describedPlugin, embedderConformance } from "@quarry/plugin-testkit";
import { ServedProcess } from "@quarry/remote/testing";
import { afterAll } from "vitest";
import embedderRemote from "../src/index.ts";

const plugin = fileURLToPath(new URL("./fixtures/word-embedder.ts", import.meta.url));
const served = await ServedProcess.start({ plugin });
afterAll(() => served.close());

const settings = { address: served.address };
embedderConformance(await describedPlugin(embedderRemote, settings), { settings });
