import { mkdirSync, writeFileSync } from "node:fs";
import { page, PAGE_NAMES, REFERENCE } from "./pages.ts";

mkdirSync(REFERENCE, { recursive: true });
for (const name of PAGE_NAMES) writeFileSync(`${REFERENCE}${name}`, await page(name));
