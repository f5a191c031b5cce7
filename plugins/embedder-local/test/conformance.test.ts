import { embedderConformance } from "@quarry/plugin-testkit";
import embedderLocal from "../src/index.ts";

embedderConformance(embedderLocal, { settings: {} });
