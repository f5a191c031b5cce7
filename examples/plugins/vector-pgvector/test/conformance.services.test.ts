import { vectorStoreConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";
import { settingsOf } from "./settings-of.ts";

vectorStoreConformance(plugin, { settings: settingsOf("conformance"), filterPairs: 2_400 });
