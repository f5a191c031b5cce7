import { fileURLToPath } from "node:url";
import { describedPlugin, rerankerConformance } from "@quarry/plugin-testkit";
import { ServedProcess } from "@quarry/remote/testing";
import { afterAll } from "vitest";
import rerankerRemote from "../src/index.ts";

const plugin = fileURLToPath(new URL("./fixtures/word-reranker.ts", import.meta.url));
const served = await ServedProcess.start({ plugin });
afterAll(() => served.close());

const settings = { address: served.address };
rerankerConformance(await describedPlugin(rerankerRemote, settings), { settings });
