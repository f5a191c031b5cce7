import { fileURLToPath } from "node:url";
import { embedderConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";

const program = fileURLToPath(new URL("../example/embed.py", import.meta.url));

embedderConformance(plugin, {
  settings: { command: ["python3", program], models: [{ name: "toy", dimension: 256 }] },
});
