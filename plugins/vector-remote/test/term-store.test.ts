import { describedPlugin, vectorStoreConformance } from "@quarry/plugin-testkit";
import { afterAll } from "vitest";
import vectorRemote from "../src/index.ts";
import { startFactsStore } from "./support/memory-store.ts";

const store = await startFactsStore();
afterAll(() => store.close());

const settings = { address: store.address };
// Ten times the pairs of filters and metadata: here it is our half that is tested.
vectorStoreConformance(await describedPlugin(vectorRemote, settings), { settings, filterPairs: 3_000, reopen: false });
