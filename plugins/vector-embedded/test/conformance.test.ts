import plugin from "@quarry/vector-embedded";
import { vectorStoreConformance } from "@quarry/plugin/conformance";

vectorStoreConformance(plugin, { settings: {} });
