import { mkdir, rename, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TestServer } from "../harness/test-server.ts";
import { launch } from "../harness/test-server.ts";
import { WildFolder } from "./wild-server.ts";

let folder: WildFolder;
let server: TestServer | undefined;

beforeEach(async () => {
  folder = await WildFolder.make();
});

afterEach(async () => {
  if (server?.process.isRunning === true) await server.kill();
  server = undefined;
  await folder.data.remove();
});

/** Returns the error that a failed start prints. */
const refusal = async (sections: object): Promise<string> => {
  const process = launch(await folder.environment(sections), folder.data);
  expect(await process.ended()).toEqual({ code: 1, signal: null });
  return process.stderr.trim();
};

test("all plugins that can't be loaded are reported at once, and their leftovers don't prevent the exit", async () => {
  await folder.write("typo.js", "setInterval(() => {}, 1_000);\nexport default { kind: 'vector-store' };");
  await folder.write("throwing.js", "setInterval(() => {}, 1_000);\nthrow new Error('no licence found');");
  await folder.write("endless.js", "await new Promise(() => {});");
  const message = await refusal({
    vectorStore: { plugin: "./typo.js" },
    vectorStores: { other: { plugin: "./parser.js" } },
    embedders: { mine: { plugin: "./throwing.js" }, wild: { plugin: "./embedder.js", settings: { size: 1 } } },
    rerankers: { mine: { plugin: "@acme/quarry-reranker" }, endless: { plugin: "./endless.js" } },
    pluginTimeouts: { load: 5 },
  });
  expect(message.split("\n")).toEqual([
    "Quarry can't start:",
    `  vectorStore.plugin: "./typo.js" has the specVersion nothing; it must be a whole number`,
    `  vectorStores.other.plugin: "./parser.js" is a parser plugin; this section needs a vector-store; configure it under parsers`,
    `  embedders.mine.plugin: "./throwing.js" threw while it was loaded: Error: no licence found`,
    "  embedders.wild.settings.size: unknown; no settings are allowed here",
    expect.stringMatching(
      /^ {2}rerankers\.mine\.plugin: "@acme\/quarry-reranker" is not installed .* run "npm install @acme\/quarry-reranker" in /,
    ),
    expect.stringMatching(/^ {2}rerankers\.endless\.plugin: "\.\/endless\.js" was not loaded after 5 s: /),
  ]);
});

test("a plugin that never opens fails the start at the time limit, with its name", async () => {
  await folder.write(
    "unopened.js",
    `import { Effect } from "effect";\nimport store from "./store.js";
     export default { ...store, make: () => Effect.uninterruptible(Effect.never) };`,
  );
  const message = await refusal({ vectorStore: { plugin: "./unopened.js" }, pluginTimeouts: { open: 1 } });
  expect(message).toMatch(
    /vectorStore: wild-store could not start: the plugin "wild-store" did not complete make within 1 s \(pluginTimeouts\.open\)$/m,
  );
});

test("a package installed next to the config file is found by its name, a folder by its path", async () => {
  const { data } = folder;
  const installed = data.file("config", "node_modules", "@acme", "quarry-wild");
  await mkdir(data.file("config", "node_modules", "@acme"));
  await mkdir(installed);
  for (const name of ["mood.js", "store.js", "reranker.js"]) {
    await rename(data.file("config", name), `${installed}/${name}`);
  }
  await writeFile(`${installed}/moods.json`, "{}");
  const exports = { ".": { import: "./store.js", require: "./no.cjs" }, "./reranker": "./reranker.js" };
  await writeFile(`${installed}/package.json`, JSON.stringify({ name: "@acme/quarry-wild", type: "module", exports }));
  await mkdir(data.file("config", "embedder"));
  await rename(data.file("config", "embedder.js"), data.file("config", "embedder", "index.js"));
  await writeFile(
    data.file("config", "embedder", "mood.js"),
    `export * from "../node_modules/@acme/quarry-wild/mood.js";`,
  );
  await writeFile(data.file("config", "embedder", "package.json"), `{ "type": "module" }`);
  server = await folder.start({
    vectorStore: { plugin: "@acme/quarry-wild" },
    embedders: { wild: { plugin: "./embedder" } },
    rerankers: { wild: { plugin: "@acme/quarry-wild/reranker" } },
    parsers: {},
  });
  await server.api.createCollection("c", { reranking_model: "wild" });
  expect(await server.api.ingest({ collection: "c", filename: "a.txt", bytes: "Herons wait." })).toMatchObject({
    status: "ready",
  });
  expect((await server.api.query("c", { query: "herons", rerank: true })).results).toHaveLength(1);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(server.process.errors).toEqual([]);
});
