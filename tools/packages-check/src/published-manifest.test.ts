import { expect, test } from "vitest";
import { publishedManifest } from "./published-manifest.ts";

test("the published manifest has nothing that works in the repository alone", () => {
  const published = publishedManifest({
    name: "@quarry/example",
    version: "1.0.0",
    type: "module",
    exports: {
      ".": { "@quarry/source": "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./internal/*": null,
    },
    scripts: { build: "tsc" },
    dependencies: { effect: "4.1.0" },
    devDependencies: { vitest: "5.1.1" },
  });
  expect(published).toEqual({
    name: "@quarry/example",
    version: "1.0.0",
    type: "module",
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" }, "./internal/*": null },
    dependencies: { effect: "4.1.0" },
    files: ["dist", "src"],
    publishConfig: { access: "public" },
  });
});
