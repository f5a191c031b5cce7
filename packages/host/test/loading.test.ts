import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { loadPlugin, type PluginSource } from "@quarry/host";
import type { PluginKind } from "@quarry/plugin";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explainImportFailure } from "../src/loading/import-module.ts";

const run = promisify(execFile);
const MODULES = fileURLToPath(new URL("../../../node_modules", import.meta.url));
let folder: string;
let source: PluginSource;

/** Returns the source of a vector store plugin. Each field can be overridden. */
const store = (fields: Readonly<Record<string, string>> = {}): string => {
  const all = {
    kind: `"vector-store"`,
    name: `"acme-store"`,
    specVersion: "1",
    capabilities: "{ maxTopK: 10, maxDimension: 10, sharedBetweenProcesses: false }",
    settings: "Schema.Struct({})",
    make: "() => Effect.succeed({})",
    ...fields,
  };
  const written = Object.entries(all).map(([name, text]) => `${name}: ${text}`);
  return `{ ${written.join(", ")} }`;
};

const IMPORTS = `import { Effect, Schema } from "effect";\n`;
const module = (exported: string): string => `${IMPORTS}export default ${exported};`;

const write = async (name: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
};

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "quarry-loading-")));
  // Plugins are installed next to the config file, as by an operator. The second folder has none of them.
  source = { baseDirectory: join(folder, "config"), searchFrom: [join(folder, "config"), join(folder, "service")] };
  await mkdir(join(folder, "service"), { recursive: true });
  await mkdir(join(folder, "config", "node_modules"), { recursive: true });
  await symlink(join(MODULES, "effect"), join(folder, "config", "node_modules", "effect"));
});

afterAll(() => rm(folder, { recursive: true }));

/** Time limit for an import on a busy machine; `seconds` replaces it for imports that never end. */
const PATIENCE_SECONDS = 50;

const load = (
  plugin: string,
  options: { readonly settings?: object; readonly kind?: PluginKind; readonly seconds?: number } = {},
) =>
  loadPlugin(
    options.kind ?? "vector-store",
    { plugin, settings: options.settings as Record<string, unknown> },
    "vectorStore",
    source,
    options.seconds ?? PATIENCE_SECONDS,
  );

describe("plugin resolution", () => {
  const urlOf = (path: string) => pathToFileURL(join(folder, path)).href;

  test.each<readonly [string, string, Readonly<Record<string, string>>, string]>([
    ["a file next to the config file", "./store.js", { "config/store.js": module(store()) }, "config/store.js"],
    ["a file in a folder above", "../shared/store.mjs", { "shared/store.mjs": "" }, "shared/store.mjs"],
    ["a TypeScript file", "./typed.ts", { "config/typed.ts": "" }, "config/typed.ts"],
    [
      "a folder with exports, by its conditions",
      "./exporting",
      {
        "config/exporting/package.json": JSON.stringify({
          name: "exporting",
          exports: { ".": { require: "./no.cjs", import: "./yes.mjs" } },
        }),
        "config/exporting/yes.mjs": "",
      },
      "config/exporting/yes.mjs",
    ],
    [
      "a folder with main",
      "./with-main/",
      { "config/with-main/package.json": `{ "main": "lib/a.mjs" }`, "config/with-main/lib/a.mjs": "" },
      "config/with-main/lib/a.mjs",
    ],
    [
      "a folder with neither exports nor main",
      "./with-index",
      { "config/with-index/package.json": `{ "type": "module" }`, "config/with-index/index.js": "" },
      "config/with-index/index.js",
    ],
    [
      "a package next to the config file",
      "@acme/quarry-store",
      {
        "config/node_modules/@acme/quarry-store/package.json": `{ "type": "module", "exports": { "import": "./main.js" } }`,
        "config/node_modules/@acme/quarry-store/main.js": "",
      },
      "config/node_modules/@acme/quarry-store/main.js",
    ],
    [
      "a package installed with the service",
      "with-service",
      {
        "service/node_modules/with-service/package.json": `{ "main": "./main.mjs" }`,
        "service/node_modules/with-service/main.mjs": `const Schema = { Struct: () => null }; export default null;`,
      },
      "service/node_modules/with-service/main.mjs",
    ],
  ])("finds %s", async (_, plugin, files, expected) => {
    for (const [name, text] of Object.entries(files)) await write(name, text || module(store()));
    // A module where "effect" is not installed can't be a plugin; this test only checks that it was found.
    const loaded = await load(plugin).then(
      ({ moduleUrl }) => moduleUrl,
      (error: Error) => error.message,
    );
    expect([
      urlOf(expected),
      expect.stringContaining("default export is null"),
      expect.stringContaining(`needs the package "effect"`),
    ]).toContainEqual(loaded);
  });
});

describe("each load failure is reported with its location, the problem and a solution", () => {
  const inFile = (text: string) => ({ "config/bad.mjs": text });

  test.each<readonly [string, string, Readonly<Record<string, string>>, RegExp]>([
    [
      "not installed",
      "@acme/none",
      {},
      /"@acme\/none" is not installed \(looked for a package from .*config and from .*service\): run "npm install @acme\/none" in .*config, or give a path that starts with "\.\/"$/,
    ],
    [
      "a file name without ./",
      "plain.js",
      { "config/plain.js": "" },
      /for the file or folder of this name, write "\.\/plain\.js"$/,
    ],
    [
      "neither a name nor a path",
      "C O M",
      {},
      /must be the name of a package, or a path that starts with "\.\/", "\.\.\/" or "\/"$/,
    ],
    [
      "no such file",
      "./none.js",
      {},
      /"\.\/none\.js" does not exist: no file or folder .*config\/none\.js; a path is relative to the folder of the config file$/,
    ],
    ["no extension", "./ext", { "config/ext.mjs": "" }, /lacks its extension: there is .*ext\.mjs$/],
    [
      "a folder that is no package",
      "./empty",
      { "config/empty/a.js": "" },
      /is a folder without a package\.json: give the module's file/,
    ],
    [
      "a folder whose main file is missing",
      "./lost",
      { "config/lost/package.json": `{ "main": "x.js" }` },
      /names no existing module \(exports, main, else index\.js\)/,
    ],
    [
      "a folder with a broken package.json",
      "./torn",
      { "config/torn/package.json": "{" },
      /package\.json can't be read: SyntaxError/,
    ],
    [
      "a package that exports no module",
      "shut",
      { "config/node_modules/shut/package.json": `{ "exports": { "./other": "./other.js" } }` },
      /"shut" is installed, but has no module that can be imported: .*see "exports" or "main" in its package\.json$/,
    ],
    [
      "no default export",
      "./bad.mjs",
      inFile("export const plugin = 1;"),
      /has no default export, .*; it exports plugin$/,
    ],
    [
      "a default export that is no plugin",
      "./bad2.mjs",
      { "config/bad2.mjs": "export default () => 1;" },
      /is not a Quarry plugin: its default export is a function, and must be made with define… of @quarry\/plugin$/,
    ],
    [
      "a package of another kind",
      "./kind.mjs",
      { "config/kind.mjs": module(store({ kind: `"embedder"` })) },
      /is a embedder plugin; this section needs a vector-store; configure it under embedders$/,
    ],
    [
      "no name",
      "./nameless.mjs",
      { "config/nameless.mjs": module(store({ name: `" "` })) },
      /declares name: expected a non-empty string, got " "$/,
    ],
    [
      "no settings",
      "./schemaless.mjs",
      { "config/schemaless.mjs": module(store({ settings: "{}" })) },
      /declares settings: expected the result of defineSettings \(a Schema of effect\), got an object$/,
    ],
    [
      "no make",
      "./makeless.mjs",
      { "config/makeless.mjs": module(store({ make: "undefined" })) },
      /declares make: expected a function, got nothing$/,
    ],
    [
      "wrong capabilities",
      "./incapable.mjs",
      { "config/incapable.mjs": module(store({ capabilities: `{ maxTopK: 0, maxDimension: 10 }` })) },
      /declares capabilities\.maxTopK: expected .*, got 0\n.*declares capabilities\.sharedBetweenProcesses: expected boolean, got nothing$/,
    ],
    [
      "capabilities that throw",
      "./moody.mjs",
      { "config/moody.mjs": module(store({ capabilitiesFor: `() => { throw new Error("not today") }` })) },
      /threw while its capabilities were read: Error: not today$/,
    ],
    [
      "a module that throws",
      "./throwing.mjs",
      { "config/throwing.mjs": `throw new TypeError("no\\n licence")` },
      /"\.\/throwing\.mjs" threw while it was loaded: TypeError: no licence$/,
    ],
    [
      "a module that throws undefined",
      "./void.mjs",
      { "config/void.mjs": `throw undefined` },
      /threw while it was loaded: undefined$/,
    ],
    [
      "a module with a dependency that is not installed",
      "./needy.mjs",
      { "config/needy.mjs": `import "acme-client";` },
      /needs the package "acme-client", which is not installed: run "npm install acme-client" in .*config$/,
    ],
  ])("%s", async (_, plugin, files, expected) => {
    for (const [name, text] of Object.entries(files)) await write(name, text);
    const problem = await load(plugin).then(
      () => "it loaded",
      (error: Error) => error.message,
    );
    expect(problem).toMatch(expected);
    expect(problem).toMatch(/^vectorStore\.plugin: /);
  });

  test("a module that never finishes loading", async () => {
    await write("config/endless.mjs", "await new Promise(() => {})");
    await expect(load("./endless.mjs", { seconds: 0.5 })).rejects.toThrow(
      /^vectorStore\.plugin: .*was not loaded after 0\.5 s: .*pluginTimeouts\.load sets the limit$/,
    );
  });

  test("a syntax error and unsupported TypeScript under Node's own import", async () => {
    await write("config/syntax.mjs", "export default {");
    await write("config/enum.ts", "enum A { B }\nexport default A;");
    await write("config/node_modules/typed/package.json", `{ "exports": "./a.ts" }`);
    await write("config/node_modules/typed/a.ts", "export default 1 as number;");
    await write("config/typed-store.ts", module(`${store()} as object`));
    const program = fileURLToPath(new URL("./load-natively.ts", import.meta.url));
    const plugins = ["./syntax.mjs", "./enum.ts", "typed", "./typed-store.ts"];
    const { stdout } = await run(process.execPath, [
      "--disable-warning=ExperimentalWarning",
      program,
      JSON.stringify(source),
      ...plugins,
    ]);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as string),
    ).toEqual([
      expect.stringMatching(/"\.\/syntax\.mjs" threw while it was loaded: SyntaxError: /),
      expect.stringMatching(/uses TypeScript that can't be run by leaving the types out: compile it to JavaScript/),
      expect.stringMatching(
        /"typed" ships TypeScript, which Node does not run from node_modules: the package has to ship/,
      ),
      "acme-store",
    ]);
  });

  test("TypeScript where Node does not strip types", async () => {
    await write("config/unstripped.ts", "export default 1 as number;");
    const url = pathToFileURL(join(folder, "config/unstripped.ts")).href;
    const attempt = `import(${JSON.stringify(url)}).catch(({ code, message }) => console.log(JSON.stringify({ code, message })))`;
    const { stdout } = await run(process.execPath, ["--no-strip-types", "--input-type=module", "--eval", attempt]);
    expect(explainImportFailure(JSON.parse(stdout), url)).toMatch(
      /^is TypeScript, and this Node \(v.*\) does not strip types: compile it to JavaScript, or start Quarry with Node 24 or newer$/,
    );
  });

  test("settings that don't decode, with the field, the given and the allowed value", async () => {
    const settings = `Schema.Struct({ url: Schema.String, size: Schema.optionalKey(Schema.Int) })`;
    await write("config/picky.mjs", module(store({ settings })));
    await expect(load("./picky.mjs", { settings: { size: "big", sise: 1 } })).rejects.toThrow(
      /vectorStore\.settings\.url: expected string, got nothing/,
    );
    await expect(load("./picky.mjs", { settings: { url: "x", size: "big" } })).rejects.toThrow(
      /^vectorStore\.settings\.size: expected .*, got "big"$/,
    );
    await expect(load("./picky.mjs", { settings: { url: "x", sise: 1 } })).rejects.toThrow(
      /^vectorStore\.settings\.sise: unknown; it may be url, size$/,
    );
  });

  test("settings whose schema throws or decodes asynchronously", async () => {
    const field = (decode: string) => `Schema.Struct({ url: Schema.String.pipe(Schema.decodeTo(Schema.String, {
      decode: SchemaGetter.transformEffect(${decode}), encode: SchemaGetter.passthrough() })) })`;
    const withSettings = (decode: string) =>
      `import { SchemaGetter } from "effect";\n${module(store({ settings: field(decode) }))}`;
    await write("config/buggy.mjs", withSettings(`() => { throw new Error("schema bug") }`));
    await write("config/slow.mjs", withSettings(`() => Effect.never`));
    await expect(load("./buggy.mjs", { settings: { url: "x" } })).rejects.toThrow(/^vectorStore\.settings.*schema bug/);
    await expect(load("./slow.mjs", { settings: { url: "x" } })).rejects.toThrow(
      /^vectorStore\.settings.*must decode synchronously/,
    );
  });
});

describe("contract versions", () => {
  const versions = (...plugins: readonly string[]) => module(`[${plugins.join(", ")}]`);

  test("the newest supported version is loaded, regardless of the other versions", async () => {
    const old = store({ specVersion: "0" });
    const next = `{ kind: "vector-store", name: "acme-store", specVersion: 2, layer: "of another world" }`;
    await write("config/versions.mjs", versions(next, store(), old));
    expect((await load("./versions.mjs")).plugin).toMatchObject({ name: "acme-store", specVersion: 1 });
  });

  test("a module compiled to CommonJS is loaded by its default export", async () => {
    await write(
      "config/compiled.cjs",
      `const { Effect, Schema } = require("effect");\nexports.__esModule = true;\nexports.default = [${store()}];`,
    );
    expect((await load("./compiled.cjs")).plugin.name).toBe("acme-store");
  });

  test.each<readonly [string, readonly string[], RegExp]>([
    [
      "no supported version",
      [store({ specVersion: "2" }), store({ specVersion: "3" })],
      /follows version 2, 3 of the vector-store contract, and this Quarry supports 1: install a matching version/,
    ],
    [
      "a version that is not a number",
      [store({ specVersion: `"1"` })],
      /has the specVersion "1"; it must be a whole number$/,
    ],
    ["an empty list", [], /offers an empty list of versions/],
    ["a duplicate version", [store(), store()], /offers one version of its contract twice \(1, 1\)$/],
    [
      "several plugins",
      [store(), store({ name: `"other"`, specVersion: "2" })],
      /offers several plugins \("acme-store", "other"\); a list holds versions of one$/,
    ],
    [
      "several kinds",
      [store(), store({ kind: `"reranker"`, specVersion: "2" })],
      /is a reranker plugin; this section needs a vector-store/,
    ],
    ["a list element that is no plugin", [store(), "null"], /its default export is null/],
  ])("rejects %s", async (name, plugins, expected) => {
    const file = `config/versions-${name.replaceAll(" ", "-")}.mjs`;
    await write(file, versions(...plugins));
    await expect(load(`./${file.slice("config/".length)}`)).rejects.toThrow(expected);
  });
});
