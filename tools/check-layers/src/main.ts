import { fileURLToPath } from "node:url";
import { checkLayers } from "./check.ts";

const problems = checkLayers(fileURLToPath(new URL("../../..", import.meta.url)));
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "layers: imports point down" : `layers: ${problems.length} breaches`);
process.exitCode = problems.length === 0 ? 0 : 1;
