import { mkdirSync, writeFileSync } from "node:fs";
import { pagesWithTables } from "./guide-tables.ts";
import { page, PAGE_NAMES, REFERENCE } from "./pages.ts";

mkdirSync(REFERENCE, { recursive: true });
for (const name of PAGE_NAMES) writeFileSync(`${REFERENCE}${name}`, await page(name));
for (const { file, text } of await pagesWithTables()) writeFileSync(file, text);
