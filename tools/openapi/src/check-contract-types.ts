import { readFileSync } from "node:fs";
import { CONTRACT_TYPES_FILE, contractTypes } from "./contract-types.ts";

if (readFileSync(CONTRACT_TYPES_FILE, "utf8") !== (await contractTypes())) {
  console.error("apps/console/src/api/contract.gen.ts: is not what its source makes");
  console.error("Run `npm run generate` and commit the result.");
  process.exitCode = 1;
}
