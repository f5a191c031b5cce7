import { vectorStoreConformance } from "../src/index.ts";
import { memoryVectorStore } from "../../plugin/test/fixtures/memory-vector-store.ts";

// Shows that a store without filtering, and one without persistence, can pass the suite.
vectorStoreConformance(memoryVectorStore, { settings: {}, filterPairs: 2_000, reopen: false });
