import { embedderConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";

// As the config file would give them. A model that runs elsewhere: its address, from a variable of the environment.
embedderConformance(plugin, { settings: {} });
