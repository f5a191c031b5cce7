import { vectorStoreConformance } from "@quarry/plugin-testkit";
import plugin from "@quarry/vector-embedded";

// Every collection stored as codes is searched by its graph, however small it is.
vectorStoreConformance(plugin, { settings: { cacheMemoryMb: 2, indexFromRows: 1 } });
