import { expect, test } from "vitest";
import { readPackageLock, refusedPackages, withoutRefusals } from "./main.ts";

test("npm warns of no package's Node requirement, on any Node that the project supports (else: npm run lockfile)", () => {
  expect(refusedPackages(readPackageLock())).toEqual([]);
});

test("only Node requirements of external packages are removed, and only those that npm would reject", () => {
  const lock = {
    name: "quarry",
    packages: {
      "": { engines: { node: ">=26" } },
      "packages/store": { engines: { node: ">=26" } },
      "node_modules/old": { version: "1.0.0", engines: { node: ">=18" } },
      "node_modules/new": { version: "2.0.0", engines: { node: ">=22" }, license: "MIT" },
      "node_modules/new/node_modules/other": { engines: { node: "^22 || ^24", npm: ">=10" } },
    },
  };
  expect(refusedPackages(lock)).toEqual(["node_modules/new", "node_modules/new/node_modules/other"]);
  expect(withoutRefusals(lock)).toEqual({
    name: "quarry",
    packages: {
      "": { engines: { node: ">=26" } },
      "packages/store": { engines: { node: ">=26" } },
      "node_modules/old": { version: "1.0.0", engines: { node: ">=18" } },
      "node_modules/new": { version: "2.0.0", license: "MIT" },
      "node_modules/new/node_modules/other": { engines: { npm: ">=10" } },
    },
  });
  const once = withoutRefusals(readPackageLock());
  expect(withoutRefusals(once)).toEqual(once);
});
