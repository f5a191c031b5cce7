import { embedderConformance } from "@quarry/plugin-testkit";
import plugin from "../src/plugin.ts";

embedderConformance(plugin, { settings: { acceptedKey: "the-key" } });
