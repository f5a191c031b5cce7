import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { checkLayers } from "./check.ts";

const roots: string[] = [];

const tree = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), "layers-"));
  roots.push(root);
  for (const group of ["packages", "plugins", "apps", "tools"]) mkdirSync(join(root, group));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
};

const manifest = (name: string, ...dependencies: readonly string[]): string =>
  JSON.stringify({ name, dependencies: Object.fromEntries(dependencies.map((dependency) => [dependency, "1.0.0"])) });

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

describe("checkLayers", () => {
  test("finds no problem in this repository", () => {
    expect(checkLayers(fileURLToPath(new URL("../../..", import.meta.url)))).toEqual([]);
  });

  test("rejects an import of a higher layer", () => {
    const root = tree({
      "packages/store/package.json": manifest("@quarry/store", "@quarry/http"),
      "packages/store/src/index.ts": `import { rest } from "@quarry/http";`,
      "packages/http/package.json": manifest("@quarry/http"),
    });
    expect(checkLayers(root)).toEqual([
      "packages/store/src/index.ts:1: imports @quarry/http of layer 4; from layer 2 imports point down only",
    ]);
  });

  test("rejects a plugin that imports the platform", () => {
    const root = tree({
      "plugins/vector-new/package.json": manifest("@quarry/vector-new", "@quarry/store"),
      "plugins/vector-new/src/index.ts": `const store = await import("@quarry/store");`,
      "packages/store/package.json": manifest("@quarry/store"),
    });
    expect(checkLayers(root)).toEqual([
      "plugins/vector-new/src/index.ts:1: imports @quarry/store; plugins/vector-new may import @quarry/formats, @quarry/index, @quarry/ocr, @quarry/onnx, @quarry/plugin, @quarry/remote, @quarry/text",
    ]);
  });

  test("rejects an example plugin that imports more than the contract", () => {
    const root = tree({
      "examples/plugins/vector-new/package.json": manifest("quarry-vector-new", "@quarry/api", "@quarry/plugin"),
      "examples/plugins/vector-new/src/index.ts": `import "@quarry/plugin/provider";\nimport "@quarry/api";`,
      "packages/api/package.json": manifest("@quarry/api"),
      "packages/plugin/package.json": manifest("@quarry/plugin"),
    });
    expect(checkLayers(root)).toEqual([
      "examples/plugins/vector-new/src/index.ts:2: imports @quarry/api; examples/plugins/vector-new may import @quarry/plugin",
    ]);
  });

  test("rejects undeclared packages, paths into other packages and Node in the contract", () => {
    const root = tree({
      "packages/api/package.json": manifest("@quarry/api"),
      "packages/api/src/a.ts": `import "node:fs";\nimport { x } from "left-pad";\nexport { y } from "../../store/src/y.ts";`,
    });
    expect(checkLayers(root)).toEqual([
      "packages/api/src/a.ts:1: imports node:fs; packages/api must run without Node",
      "packages/api/src/a.ts:2: imports left-pad, which its package.json doesn't name",
      "packages/api/src/a.ts:3: reaches packages/store/src/y.ts by path; use the package's name",
    ]);
  });

  test("requires a layer for every package", () => {
    const root = tree({ "packages/novel/package.json": manifest("@quarry/novel") });
    expect(checkLayers(root)).toEqual(["packages/novel: has no layer; add it to tools/check-layers/src/layers.ts"]);
  });
});
