import { expect, test } from "vitest";
import { readPackageLock, refusedPackages, withoutRefusals } from "./main.ts";

test("npm installs the project without a warning about Node, on any that it may run on (else: npm run lockfile)", () => {
  expect(refusedPackages(readPackageLock())).toEqual([]);
});

test("only what a package from elsewhere says about Node is left out, and only where npm would object", () => {
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
