import { vectorStoreConformance } from "@quarry/plugin/conformance";
import plugin from "../src/index.ts";
import { settingsOf } from "./settings-of.ts";

vectorStoreConformance(plugin, { settings: settingsOf("conformance"), filterPairs: 2_400 });
