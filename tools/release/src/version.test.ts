import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { foreignPackages } from "./release-packages.ts";
import { projectVersion, setVersion, versionProblems } from "./version.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

const roots: string[] = [];
afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true })));

/** Builds a small project: a workspace, packages in Python and Go, and the files that the tool knows by name. */
const project = (files: Readonly<Record<string, string>> = {}): string => {
  const root = mkdtempSync(join(tmpdir(), "quarry-version-"));
  roots.push(root);
  const lock = {
    name: "p",
    version: "1.2.3",
    packages: {
      "": { name: "p", version: "1.2.3" },
      "node_modules/tool": { version: "7.7.7" },
      "tools/old/node_modules/tool": { version: "6.6.6" },
      "packages/one": { name: "@quarry/one", version: "1.2.3", dependencies: { "@quarry/two": "1.2.3" } },
    },
  };
  const all = {
    "package.json": '{\n  "name": "p",\n  "version": "1.2.3",\n  "workspaces": ["packages/*"]\n}\n',
    "packages/one/package.json":
      '{\n  "version": "1.2.3",\n  "dependencies": { "@quarry/two": "1.2.3", "tool": "7.7.7" }\n}\n',
    "package-lock.json": JSON.stringify(lock, null, 2),
    "clients/snake/pyproject.toml": '[project]\nname = "snake"\n\n[tool.hatch.version]\npath = "src/snake/a.py"\n',
    "clients/snake/src/snake/a.py": 'import b\n\n__version__ = "1.2.3"\n',
    "integrations/fixed/pyproject.toml": '[project]\nname = "fixed"\nversion = "1.2.3"\n',
    "clients/gopher/go.mod": "module example.com/p/clients/gopher\n",
    "clients/gopher/client.go": 'package gopher\n\nconst Version = "1.2.3"\n',
    "README.md": "Quarry 1.2.3 listens on http://127.0.0.1:8080\n",
    "deploy/kubernetes/kustomization.yaml": 'images:\n  - newTag: "1.2.3"\n',
    "clients/conformance/exchanges.json": '{ "status": "ok", "version": "1.2.3" }\n',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
};

test("all files of this project state the same version", () => {
  expect(versionProblems(ROOT)).toEqual([]);
});

test("this project's packages in other languages are found by their manifests", () => {
  const found = foreignPackages(ROOT).map(({ folder }) => folder);
  expect(found).toEqual(expect.arrayContaining(["clients/python", "clients/python-plugin"]));
});

test.each([
  ["packages/one/package.json", '{\n  "version": "1.2.4"\n}\n', ":2 says 1.2.4"],
  [
    "packages/one/package.json",
    '{\n  "version": "1.2.3",\n  "peers": { "@quarry/two": "1.0.0" }\n}\n',
    ":3 says 1.0.0",
  ],
  ["clients/snake/src/snake/a.py", '__version__ = "0.9.0"\n', ":1 says 0.9.0"],
  ["integrations/fixed/pyproject.toml", '[project]\nname = "fixed"\nversion = "2.0.0"\n', ":3 says 2.0.0"],
  ["clients/gopher/client.go", 'package gopher\n\nconst Version = "1.2.2"\n', ":3 says 1.2.2"],
  ["deploy/kubernetes/kustomization.yaml", 'images:\n  - newTag: "1.2"\n', ":2 says 1.2"],
])("a file with another version is reported: %s", (file, text, message) => {
  expect(versionProblems(project({ [file]: text }))).toEqual([`${file}${message}, and package.json 1.2.3`]);
});

test("in the lockfile only versions of own packages are checked", () => {
  const root = project();
  const lock = readFileSync(join(root, "package-lock.json"), "utf8").replace(
    '"@quarry/two": "1.2.3"',
    '"@quarry/two": "1.2.0"',
  );
  writeFileSync(join(root, "package-lock.json"), lock);
  expect(versionProblems(root)).toEqual([expect.stringMatching(/^package-lock\.json:\d+ says 1\.2\.0, /)]);
});

test.each([
  ["clients/snake/src/snake/a.py", "import b\n"],
  ["clients/gopher/client.go", "package gopher\n"],
])("a package without a version is reported: %s", (file, text) => {
  expect(versionProblems(project({ [file]: text }))).toEqual([expect.stringContaining("says no version")]);
});

describe("a new version", () => {
  test("is written for every own package, and nothing else changes", () => {
    const root = project();
    expect(setVersion(root, "2.0.0")).toHaveLength(9);
    expect(projectVersion(root)).toBe("2.0.0");
    expect(versionProblems(root)).toEqual([]);
    const lock = readFileSync(join(root, "package-lock.json"), "utf8");
    expect(lock.match(/"\d\.\d\.\d"/g)).toEqual(['"2.0.0"', '"2.0.0"', '"7.7.7"', '"6.6.6"', '"2.0.0"', '"2.0.0"']);
    const manifest = readFileSync(join(root, "packages/one/package.json"), "utf8");
    expect(manifest).toBe(
      '{\n  "version": "2.0.0",\n  "dependencies": { "@quarry/two": "2.0.0", "tool": "7.7.7" }\n}\n',
    );
  });

  test.each(["1.2", "v1.2.3", "1.2.3-rc.1", "1.2.3 "])(
    "is rejected and not written if it isn't three numbers: %j",
    (input) => {
      const root = project();
      expect(() => setVersion(root, input)).toThrow("is no version to publish: it must be three numbers, as in 0.2.0");
      expect(projectVersion(root)).toBe("1.2.3");
    },
  );
});
