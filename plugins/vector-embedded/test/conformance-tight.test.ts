import { vectorStoreConformance } from "@quarry/plugin-testkit";
import plugin from "@quarry/vector-embedded";

// Minimum memory and open files: collections are closed, evicted and read from the file all the time.
vectorStoreConformance(plugin, { settings: { cacheMemoryMb: 1, maxOpenCollections: 1, synchronous: "normal" } });
