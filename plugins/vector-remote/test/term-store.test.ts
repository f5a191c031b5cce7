import { describedPlugin, vectorStoreConformance } from "@quarry/plugin-testkit";
import { afterAll } from "vitest";
import vectorRemote from "../src/index.ts";
import { startFactsStore } from "./support/memory-store.ts";

const store = await startFactsStore();
afterAll(() => store.close());

const settings = { address: store.address };
// Ten times the usual number of filter and metadata pairs, because this tests the client's half.
vectorStoreConformance(await describedPlugin(vectorRemote, settings), { settings, filterPairs: 3_000, reopen: false });
