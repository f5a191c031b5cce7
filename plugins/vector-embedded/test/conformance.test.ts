import { vectorStoreConformance } from "@quarry/plugin-testkit";
import plugin from "@quarry/vector-embedded";

vectorStoreConformance(plugin, { settings: {}, filterPairs: 10_000 });
