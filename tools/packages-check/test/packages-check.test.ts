import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { apiProblems, REPORT_FOLDER } from "../src/api-reports.ts";
import { packPackages } from "../src/pack-packages.ts";
import { shapeProblems } from "../src/shape-problems.ts";
import {
  publishedPackages,
  withDependencies,
  type WorkspacePackage,
  workspacePackages,
} from "../src/workspace-packages.ts";

const ROOT = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "quarry-packages-check-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));

/** A built package of one entry point; its files as given. */
const makePackage = (name: string, files: Readonly<Record<string, string>>): WorkspacePackage => {
  const manifest = {
    name: `@quarry/${name}`,
    version: "0.1.0",
    license: "Apache-2.0",
    type: "module",
    exports: {
      ".": { "@quarry/source": "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" },
    },
    scripts: { build: "tsc" },
  };
  const all = { "package.json": JSON.stringify(manifest), "src/index.ts": "export {};", ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, "packages", name, path)), { recursive: true });
    writeFileSync(join(folder, "packages", name, path), text);
  }
  return { folder: join(folder, "packages", name), manifest };
};

const GOOD = { "dist/index.js": "export const a = 1;\n", "dist/index.d.ts": "export declare const a: number;\n" };

describe("what is published", () => {
  test("is the public packages, the plugins, and what these need; nothing of the service", () => {
    const names = publishedPackages(ROOT).map(({ manifest }) => manifest.name);
    expect(names).toEqual(expect.arrayContaining(["@quarry/client", "@quarry/vector-embedded", "@quarry/ocr"]));
    expect(names).not.toContain("@quarry/store");
    expect(names).not.toContain("@quarry/server");
  });

  test("comes in an order in which it can be built and installed", () => {
    const names = withDependencies(workspacePackages(ROOT), ["@quarry/plugin"]).map(({ manifest }) => manifest.name);
    expect(names).toEqual(["@quarry/domain", "@quarry/text", "@quarry/plugin"]);
  });
});

describe("the shape of a package", () => {
  const shapeOf = async (name: string, files: Readonly<Record<string, string>>) => {
    const [tarball] = await packPackages(ROOT, [makePackage(name, files)], join(folder, "tarballs"));
    return shapeProblems(tarball!);
  };

  test("is fine when what it exports is there, as ES modules with types", async () => {
    expect(await shapeOf("good", GOOD)).toEqual([]);
  });

  test("a missing module, missing types and an import that leads nowhere are told", async () => {
    const { "dist/index.js": _, ...withoutModule } = GOOD;
    expect((await shapeOf("no-module", withoutModule)).join("\n")).toMatch(
      /^@quarry\/no-module: publint: .*index\.js/m,
    );
    const { "dist/index.d.ts": __, ...withoutTypes } = GOOD;
    expect((await shapeOf("no-types", withoutTypes)).join("\n")).toMatch(/@quarry\/no-types: /);
    const wrong = { ...GOOD, "dist/index.d.ts": 'export * from "./nowhere.js";\n' };
    expect((await shapeOf("nowhere", wrong)).join("\n")).toMatch(/attw: .*InternalResolutionError.*nowhere/);
  });

  test("tests, scripts and the condition for sources stay behind", async () => {
    const files = { ...GOOD, "src/index.test.ts": "export {};", "dist/index.test.js": "export {};" };
    expect(await shapeOf("tested", files)).toEqual([]);
  });
});

describe("the API of a public package", () => {
  const check = (types: string, update = false) => {
    const text = makePackage("text", { ...GOOD, "dist/index.d.ts": types });
    return apiProblems([text], folder, join(folder, "scratch"), update);
  };
  const report = join(folder, REPORT_FOLDER, "text.api.md");

  test("is reported, and a change of it is a problem until the report is written anew", async () => {
    expect(await check("export declare const a: number;\n")).toEqual([
      `${REPORT_FOLDER}/text.api.md is missing; npm run packages:check -- --update writes it`,
    ]);
    expect(await check("export declare const a: number;\n", true)).toEqual([]);
    expect(readFileSync(report, "utf8")).toContain("const a: number");
    expect(await check("export declare const a: number;\n")).toEqual([]);
    const [problem] = await check("export declare const a: string;\n");
    expect(problem).toMatch(
      /text\.api\.md differs: line \d+ was "export const a: number;" and is "export const a: string;"/,
    );
  });

  test("a report of what is no more is a problem", async () => {
    writeFileSync(join(folder, REPORT_FOLDER, "gone.api.md"), "");
    expect(await check("export declare const a: number;\n")).toEqual([
      `${REPORT_FOLDER}/gone.api.md is the report of nothing any more; npm run packages:check -- --update writes it`,
    ]);
  });

  test("types that don't compile are told with their place", async () => {
    await expect(check('export * from "./nowhere.js";\n')).rejects.toThrow(/nowhere/);
  });
});
