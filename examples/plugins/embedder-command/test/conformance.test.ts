import { fileURLToPath } from "node:url";
import { embedderConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";

const program = fileURLToPath(new URL("../example/embed.mjs", import.meta.url));

embedderConformance(plugin, {
  settings: { command: [process.execPath, program], models: [{ name: "toy", dimension: 256 }], processes: 2 },
});
