import { vectorStoreConformance } from "@quarry/plugin/conformance";
import plugin from "@quarry/vector-embedded";

vectorStoreConformance(plugin, { settings: {}, filterPairs: 10_000 });
