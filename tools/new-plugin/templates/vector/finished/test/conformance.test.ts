import { vectorStoreConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";

// As the config file would give them. A backend that runs elsewhere: its address, from a variable of the environment.
vectorStoreConformance(plugin, { settings: {} });
