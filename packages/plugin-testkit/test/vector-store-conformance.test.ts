import { vectorStoreConformance } from "../src/index.ts";
import { memoryVectorStore } from "../../plugin/test/fixtures/memory-vector-store.ts";

// Shows that the suite can be passed without filtering in the store, and by a store that forgets.
vectorStoreConformance(memoryVectorStore, { settings: {}, filterPairs: 2_000, reopen: false });
