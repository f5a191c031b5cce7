import { embedderConformance } from "@quarry/plugin/conformance";
import plugin from "../src/plugin.ts";

embedderConformance(plugin, { settings: { acceptedKey: "the-key" } });
