import { readFileSync, writeFileSync } from "node:fs";
import { withLimitsTable, withTimeoutsTable } from "./limits-table.ts";
import { withSettingsTable } from "./settings-table.ts";

const rewrite = (path: string, change: (text: string) => string): void => {
  const file = new URL(`../../../${path}`, import.meta.url);
  writeFileSync(file, change(readFileSync(file, "utf8")));
};

rewrite("README.md", withSettingsTable);
rewrite("docs/guides/parsing.md", withLimitsTable);
rewrite("docs/guides/plugins.md", withTimeoutsTable);
