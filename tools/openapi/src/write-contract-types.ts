import { writeFileSync } from "node:fs";
import { CONTRACT_TYPES_FILE, contractTypes } from "./contract-types.ts";

writeFileSync(CONTRACT_TYPES_FILE, await contractTypes());
