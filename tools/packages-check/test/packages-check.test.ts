import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { apiProblems, REPORT_FOLDER } from "../src/api-reports.ts";
import { installWeight } from "../src/install-weight.ts";
import { runCommand } from "../src/run-command.ts";
import { shapeProblems } from "../src/shape-problems.ts";
import { privateParts, publishedPackages, readWorkspace, withDependencies } from "../src/workspace-packages.ts";

const ROOT = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "quarry-packages-check-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));

const PACKAGES = join(folder, "installed");

/** Builds an installed package with one entry point and the given files. */
const makePackage = (name: string, files: Readonly<Record<string, string>>): string => {
  const manifest = {
    name: `@quarry/${name}`,
    version: "0.1.0",
    license: "Apache-2.0",
    type: "module",
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    files: ["dist"],
  };
  const made = join(PACKAGES, manifest.name);
  for (const [path, text] of Object.entries({ "package.json": JSON.stringify(manifest), ...files })) {
    mkdirSync(dirname(join(made, path)), { recursive: true });
    writeFileSync(join(made, path), text);
  }
  return made;
};

const GOOD = { "dist/index.js": "export const a = 1;\n", "dist/index.d.ts": "export declare const a: number;\n" };

describe("published packages", () => {
  const workspace = readWorkspace(ROOT);
  const namesOf = (packages: ReturnType<typeof publishedPackages>) => packages.map(({ manifest }) => manifest.name);

  test("are at most fifteen besides the plugins, and include no private one", () => {
    const published = publishedPackages(workspace);
    const others = published.filter((entry) => !entry.folder.startsWith(join(ROOT, "plugins")));
    expect(others.length).toBeLessThanOrEqual(15);
    expect(namesOf(published)).not.toContain("@quarry/store");
  });

  test("have the version of the project, and require the same of each other", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly version: string };
    const requested = publishedPackages(workspace).flatMap(({ manifest }) => [
      manifest.version,
      ...Object.entries(manifest.dependencies ?? {}).flatMap(([name, range]) => (workspace.has(name) ? [range] : [])),
    ]);
    expect(new Set(requested)).toEqual(new Set([version]));
  });

  test("bundle each private package only once", () => {
    const parts = publishedPackages(workspace).flatMap((entry) => namesOf(privateParts(workspace, entry)));
    expect(parts).toEqual([...new Set(parts)]);
    expect(parts).toContain("@quarry/store");
  });

  test("are ordered so that they can be built and installed", () => {
    const names = namesOf(withDependencies(workspace, ["@quarry/remote"]));
    expect(names).toEqual(["@quarry/api", "@quarry/plugin", "@quarry/remote"]);
  });
});

const shapeOf = async (name: string, files: Readonly<Record<string, string>>) => {
  const printed = await runCommand("npm", ["pack", "--json", makePackage(name, files)], folder);
  const [packed] = Object.values(JSON.parse(printed) as Record<string, { readonly filename: string }>);
  return shapeProblems({ name: `@quarry/${name}`, version: "0.1.0", path: join(folder, packed!.filename) });
};

describe("the shape of a package", () => {
  test("is valid if its exports exist, as ES modules with types", async () => {
    expect(await shapeOf("good", GOOD)).toEqual([]);
  });

  test("a missing module, missing types and a broken import are reported", async () => {
    const { "dist/index.js": _, ...withoutModule } = GOOD;
    expect((await shapeOf("no-module", withoutModule)).join("\n")).toMatch(
      /^@quarry\/no-module: publint: .*index\.js/m,
    );
    const { "dist/index.d.ts": __, ...withoutTypes } = GOOD;
    expect((await shapeOf("no-types", withoutTypes)).join("\n")).toMatch(/@quarry\/no-types: /);
    const wrong = { ...GOOD, "dist/index.d.ts": 'export * from "./nowhere.js";\n' };
    expect((await shapeOf("nowhere", wrong)).join("\n")).toMatch(/attw: .*InternalResolutionError.*nowhere/);
  });
});

test("source maps may contain paths within the repository only", async () => {
  const map = (source: string) => ({ ...GOOD, "dist/index.js.map": JSON.stringify({ sources: [source] }) });
  expect(await shapeOf("maps", map("../../../packages/maps/src/index.ts"))).toEqual([]);
  const [problem] = await shapeOf("maps", map("../../home/me/quarry/packages/maps/src/index.ts"));
  expect(problem).toMatch(/source maps: .*index\.js\.map names \.\.\/\.\.\/home\/me/);
});

describe("the API of a public package", () => {
  const check = (types: string, update = false) => {
    makePackage("sample", { ...GOOD, "dist/index.d.ts": types });
    return apiProblems(PACKAGES, folder, join(folder, "scratch"), update, ["@quarry/sample"]);
  };
  const report = join(folder, REPORT_FOLDER, "sample.api.md");

  test("is recorded in a report, and a change is a problem until the report is updated", async () => {
    expect(await check("export declare const a: number;\n")).toEqual([
      `${REPORT_FOLDER}/sample.api.md is missing; npm run packages:check -- --update writes it`,
    ]);
    expect(await check("export declare const a: number;\n", true)).toEqual([]);
    expect(readFileSync(report, "utf8")).toContain("const a: number");
    expect(await check("export declare const a: number;\n")).toEqual([]);
    const [problem] = await check("export declare const a: string;\n");
    expect(problem).toMatch(
      /sample\.api\.md differs: line \d+ was "export const a: number;" and is "export const a: string;"/,
    );
  });

  test("a report of a removed package is a problem", async () => {
    writeFileSync(join(folder, REPORT_FOLDER, "gone.api.md"), "");
    expect(await check("export declare const a: number;\n")).toEqual([
      `${REPORT_FOLDER}/gone.api.md is the report of nothing any more; npm run packages:check -- --update writes it`,
    ]);
  });

  test("types that don't compile are rejected with the missing module", async () => {
    await expect(check('export * from "./nowhere.js";\n')).rejects.toThrow(/nowhere/);
  });
});

test("the weight of an installation counts each required package once, with peers but without optional ones", () => {
  const modules = join(folder, "weighed", "node_modules");
  const install = (path: string, manifest: object, bytes: number): void => {
    mkdirSync(join(modules, path), { recursive: true });
    writeFileSync(join(modules, path, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(modules, path, "data"), Buffer.alloc(bytes));
  };
  const MEGABYTE = 1_048_576;
  const peers = { peerDependencies: { peer: "1", chosen: "1" }, peerDependenciesMeta: { chosen: { optional: true } } };
  install(
    "service",
    { name: "service", dependencies: { shared: "1", part: "1" }, optionalDependencies: { absent: "1" } },
    1,
  );
  install("service/node_modules/part", { name: "part", dependencies: { shared: "1" }, ...peers }, 3 * MEGABYTE);
  install("shared", { name: "shared" }, 2 * MEGABYTE);
  install("peer", { name: "peer" }, MEGABYTE);
  install("chosen", { name: "chosen" }, 50 * MEGABYTE);
  expect(installWeight("service", modules)).toEqual({ packages: 4, megabytes: 6 });
});
