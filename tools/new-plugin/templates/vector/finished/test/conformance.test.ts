import { vectorStoreConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";

// Settings as in the config file. For a remote backend: its address, from an environment variable.
vectorStoreConformance(plugin, { settings: {} });
