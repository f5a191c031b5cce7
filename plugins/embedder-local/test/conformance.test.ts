import { embedderConformance } from "@quarry/plugin/conformance";
import embedderLocal from "../src/index.ts";

embedderConformance(embedderLocal, { settings: {} });
