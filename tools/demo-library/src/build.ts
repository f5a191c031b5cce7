import { mkdirSync, writeFileSync } from "node:fs";
import { buildLibrary, libraryFolder } from "./library.ts";

mkdirSync(libraryFolder, { recursive: true });
let total = 0;
for (const { name, bytes } of await buildLibrary()) {
  writeFileSync(new URL(name, libraryFolder), bytes);
  total += bytes.length;
  console.log(`${name}: ${bytes.length} bytes`);
}
console.log(`total: ${total} bytes`);
