import { describedPlugin, vectorStoreConformance } from "@quarry/plugin-testkit";
import { ServedProcess } from "@quarry/remote/testing";
import { afterAll } from "vitest";
import vectorRemote from "../src/index.ts";

const served = await ServedProcess.start({ plugin: "@quarry/vector-embedded" });
afterAll(() => served.close());

const settings = { address: served.address };
vectorStoreConformance(await describedPlugin(vectorRemote, settings), { settings });
