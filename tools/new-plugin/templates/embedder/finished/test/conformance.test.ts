import { embedderConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";

// Settings as in the config file. For a remote model: its address, from an environment variable.
embedderConformance(plugin, { settings: {} });
