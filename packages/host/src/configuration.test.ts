import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Effect } from "effect";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Configuration, withDefaults } from "./configuration.ts";
import { Plugins } from "./plugins.ts";
import { readConfiguration } from "./read-configuration.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
let folder: string;
let file: string;

const DEFAULTS: Configuration = {
  vectorStore: { plugin: "./store.mjs" },
  embedders: { local: { plugin: "./embedder.mjs" } },
  defaultEmbedder: "local",
  rerankers: {},
  parsers: { txt: { plugin: "./parser.mjs" } },
};

const CAPABILITIES = {
  models: [],
  otherModels: true,
  credential: "none",
  maxBatchTexts: 1,
  maxBatchTokens: 1,
  usesTermStatistics: false,
  hybridAlpha: 0.5,
};

test("defaultEmbedder accepts the provider names openai and cohere, unless an embedder has that name", () => {
  const providers = { provider_a: { plugin: "./a.mjs" }, provider_b: { plugin: "./b.mjs" } };
  const defaults = { ...DEFAULTS, embedders: { ...DEFAULTS.embedders, ...providers } };
  const chosen = (defaultEmbedder: string, embedders = {}) =>
    withDefaults({ defaultEmbedder, embedders }, defaults).defaultEmbedder;
  expect([chosen("openai"), chosen("cohere"), chosen("local")]).toEqual(["provider_a", "provider_b", "local"]);
  expect(chosen("openai", { openai: { plugin: "./own.mjs" } })).toBe("openai");
});

/** A third-party plugin: a module next to the config file. */
const store = `import { Effect, Schema } from "effect";
export default { kind: "vector-store", name: "store", specVersion: 1, capabilities: { maxTopK: 10, maxDimension: 10, sharedBetweenProcesses: false },
  settings: Schema.Struct({ size: Schema.optionalKey(Schema.Int), mode: Schema.optionalKey(Schema.Literals(["a", "b"])) }),
  make: (settings, { log, dataDirectory }) => {
    log("info", "opened", { settings, dataDirectory });
    const nothing = () => Effect.void;
    return Effect.succeed({ ensureCollection: nothing, dropCollection: nothing, upsert: nothing, get: nothing, list: nothing,
      count: nothing, deleteByIds: nothing, deleteByFilter: nothing, search: nothing, health: Effect.void });
  } };`;
const embedder = `import { Effect, Schema } from "effect";
export default { kind: "embedder", name: "embedder", specVersion: 1, capabilities: ${JSON.stringify(CAPABILITIES)}, settings: Schema.Struct({}), make: () => Effect.succeed({ embed: () => Effect.void, health: Effect.void }) };`;
const parser = `import { Schema } from "effect";
export default { kind: "parser", name: "parser", specVersion: 1, capabilities: { fileTypes: ["txt"] }, settings: Schema.Struct({}), make: () => ({}) };`;

beforeEach(async () => {
  // Below this package, so that the modules resolve "effect" as an installed plugin would.
  folder = await mkdtemp(join(here, "..", "test-config-"));
  file = join(folder, "quarry.config.jsonc");
  for (const [name, text] of Object.entries({ store, embedder, parser }))
    await writeFile(join(folder, `${name}.mjs`), text);
});

afterEach(() => rm(folder, { recursive: true }));

/** Messages that plugins logged since the last test. */
let told: unknown[];

const openWith = async (text: string) => {
  told = [];
  await writeFile(file, text);
  const configuration = await readConfiguration(file, DEFAULTS);
  const layer = Plugins.layer({
    configuration,
    source: { searchFrom: [folder, here], baseDirectory: folder },
    dataDirectory: join(folder, "data"),
    log: () => (_, __, fields) => void told.push(fields),
  });
  return Effect.runPromise(
    Effect.scoped(
      Effect.provide(
        Effect.gen(function* () {
          return yield* Plugins;
        }),
        layer,
      ),
    ),
  );
};

describe("configuration", () => {
  test("opens plugins from paths relative to the config file, with decoded settings and a separate data folder", async () => {
    const plugins = await openWith(`{ // comments and trailing commas are fine
      "vectorStore": { "plugin": "./store.mjs", "settings": { "size": 3 }, }, }`);
    expect(told).toEqual([{ settings: { size: 3 }, dataDirectory: join(folder, "data", "vector-store") }]);
    expect([...plugins.embedders.keys()]).toEqual(["local"]);
    expect(plugins.parsers.get("txt")?.moduleUrl).toMatch(/parser\.mjs$/);
  });

  test("passes the recognition section to parsers with a recognition setting, unless they configure their own", async () => {
    const reader = parser
      .replace('"txt"', '"txt", "png", "tif"')
      .replace("Struct({})", "Struct({ recognition: Schema.optionalKey(Schema.Unknown) })");
    await writeFile(join(folder, "reader.mjs"), reader);
    const plugins =
      await openWith(`{ "recognition": { "engine": "tesseract" }, "parsers": { "png": { "plugin": "./reader.mjs" },
      "tif": { "plugin": "./reader.mjs", "settings": { "recognition": "own" } } } }`);
    expect(plugins.parsers.get("png")?.settings).toEqual({ recognition: { engine: "tesseract" } });
    expect(plugins.parsers.get("tif")?.settings).toEqual({ recognition: "own" });
    expect(plugins.parsers.get("txt")?.settings).toEqual({});
  });

  test("opens additional vector stores by name, and makes the configured one the default", async () => {
    const plugins = await openWith(`{ "vectorStore": { "plugin": "./store.mjs" }, "defaultVectorStore": "second",
      "vectorStores": { "second": { "plugin": "./store.mjs", "settings": { "size": 7 } } } }`);
    expect([...plugins.vectorStores.keys()].sort()).toEqual(["default", "second"]);
    expect(plugins.vectorStore.name).toBe("second");
    expect(told.at(-1)).toEqual({ settings: { size: 7 }, dataDirectory: join(folder, "data", "vector-store-second") });
  });

  test.each([
    ["text that is not JSON", `{ "vectorStore": `, /quarry\.config\.jsonc:1:\d+: not JSON/],
    [
      "an unknown section",
      `{ "vectorstore": {} }`,
      /vectorstore: unknown; it may be .*vectorStore, vectorStores, defaultVectorStore, keywordIndex, embedders, defaultEmbedder/,
    ],
    ["a wrong type", `{ "vectorStore": { "plugin": 5 } }`, /vectorStore\.plugin: expected string, got 5/],
    [
      "a store name that is taken",
      `{ "vectorStores": { "default": { "plugin": "./store.mjs" } } }`,
      /vectorStores\.default: is reserved for the store in vectorStore/,
    ],
    [
      "an unknown default store",
      `{ "vectorStores": { "second": { "plugin": "./store.mjs" } }, "defaultVectorStore": "x" }`,
      /defaultVectorStore: must be one of default, second, got "x"/,
    ],
    [
      "a reserved store name",
      `{ "vectorStores": { "embedded": { "plugin": "./store.mjs" } } }`,
      /vectorStores\.embedded: is reserved for keywordIndex/,
    ],
    [
      "an unknown keyword index",
      `{ "vectorStores": { "second": { "plugin": "./store.mjs" } }, "keywordIndex": "x" }`,
      /keywordIndex: must be one of embedded, default, second, got "x"/,
    ],
    [
      "a keyword index that does not search by terms",
      `{ "vectorStore": { "plugin": "./store.mjs" }, "keywordIndex": "default" }`,
      /keywordIndex: \S+ does not search by terms; it can be embedded/,
    ],
    [
      "an unknown text recognition engine",
      `{ "recognition": { "engine": "x" } }`,
      /recognition\.engine: expected "tesseract" \| "ppocr", got "x"/,
    ],
    [
      "an engine without its model",
      `{ "recognition": { "engine": "ppocr" } }`,
      /recognition\.model: engine "ppocr" needs the folder of its model: run quarry models add ppocr-v6-small/,
    ],
    [
      "an engine whose model is missing",
      `{ "recognition": { "engine": "ppocr", "model": "/nowhere" } }`,
      /recognition\.model: the folder of the model has no PP-OCRv6_det_small\.onnx: run quarry models add ppocr-v6-small, got "\/nowhere"/,
    ],
    ["an unknown default", `{ "defaultEmbedder": "x" }`, /defaultEmbedder: must be one of local, got "x"/],
    [
      "an invalid file type",
      `{ "parsers": { ".txt": { "plugin": "./parser.mjs" } } }`,
      /parsers\.\.txt: not a file type: an extension in lower-case letters/,
    ],
    [
      "the reserved file type of client-provided chunks",
      `{ "parsers": { "chunks": { "plugin": "./parser.mjs" } } }`,
      /parsers\.chunks: is reserved for documents that are uploaded as chunks/,
    ],
    [
      "a file type that its parser can't read",
      `{ "parsers": { "exe": { "plugin": "./parser.mjs" } } }`,
      /parsers\.exe\.plugin: parser can't read \.exe; it reads txt/,
    ],
    [
      "a plugin that is not installed",
      `{ "vectorStore": { "plugin": "@quarry/vector-none" } }`,
      /vectorStore\.plugin: "@quarry\/vector-none" is not installed .*: run "npm install @quarry\/vector-none" in /,
    ],
    [
      "a plugin of another kind",
      `{ "vectorStore": { "plugin": "./parser.mjs" } }`,
      /vectorStore\.plugin: "\.\/parser\.mjs" is a parser plugin; this section needs a vector-store/,
    ],
    [
      "a wrong option",
      `{ "vectorStore": { "plugin": "./store.mjs", "settings": { "sise": 1 } } }`,
      /vectorStore\.settings\.sise: unknown; it may be size, mode/,
    ],
    [
      "a wrong option value",
      `{ "vectorStore": { "plugin": "./store.mjs", "settings": { "mode": "c" } } }`,
      /vectorStore\.settings\.mode: expected "a" \| "b", got "c"/,
    ],
    [
      "a parser that can't read the type",
      `{ "parsers": { "pdf": { "plugin": "./parser.mjs" } } }`,
      /parsers\.pdf\.plugin: parser can't read \.pdf; it reads txt/,
    ],
    [
      "an unknown pace option",
      `{ "embedders": { "local": { "plugin": "./embedder.mjs", "pace": { "concurency": 3 } } } }`,
      /embedders\.local\.pace\.concurency: unknown; it may be concurrency, requestsPerMinute/,
    ],
    [
      "a cache of size 0",
      `{ "embeddingCache": { "maxMegabytes": 0 } }`,
      /embeddingCache\.maxMegabytes: expected .* between 1 and/,
    ],
    ["a limit of 0", `{ "parserLimits": { "maxPages": 0 } }`, /parserLimits\.maxPages: .*between 1 and .*, got 0/],
    ["a limit as a string", `{ "parserLimits": { "maxCells": "many" } }`, /parserLimits\.maxCells: .*got "many"/],
    [
      "an unknown limit",
      `{ "parserLimits": { "maxPage": 5 } }`,
      /parserLimits\.maxPage: unknown; it may be maxPages, maxArchiveEntries/,
    ],
  ])("rejects %s", async (_, text, message) => {
    await expect(openWith(text)).rejects.toThrow(message);
  });

  test("reports all problems at once", async () => {
    const open = openWith(
      `{ "vectorStore": { "plugin": "./none.mjs" }, "embedders": { "x": { "plugin": "nowhere" } } }`,
    );
    await expect(open).rejects.toThrow(
      /vectorStore\.plugin: "\.\/none\.mjs" does not exist[\s\S]*\n.*embedders\.x\.plugin: "nowhere" is not installed/,
    );
  });

  test("rejects an unsupported version of the plugin contract", async () => {
    await writeFile(join(folder, "store.mjs"), store.replace("specVersion: 1", "specVersion: 2"));
    await expect(openWith("{}")).rejects.toThrow(
      /follows version 2 of the vector-store contract, and this Quarry supports 1/,
    );
  });

  test("returns only the parser limits that the file sets", async () => {
    await writeFile(file, `{ "parserLimits": { "maxPages": 10, "maxPixels": 1000 } }`);
    const { parserLimits } = await readConfiguration(file, DEFAULTS);
    expect(parserLimits).toEqual({ maxPages: 10, maxPixels: 1000 });
  });

  test("reads capabilities that depend on the plugin's settings", async () => {
    const named = embedder
      .replace("settings: Schema.Struct({})", "settings: Schema.Struct({ model: Schema.String })")
      .replace(
        "make:",
        `capabilitiesFor({ model }) {
        return { ...this.capabilities, models: [{ name: model, dimension: 3, description: "" }] };
      }, make:`,
      );
    await writeFile(join(folder, "named.mjs"), named);
    const { embedders } = await openWith(
      `{ "embedders": { "mine": { "plugin": "./named.mjs", "settings": { "model": "small" } } } }`,
    );
    expect(embedders.get("mine")?.capabilities).toMatchObject({ models: [{ name: "small" }] });
    expect(embedders.get("local")?.capabilities).toEqual(CAPABILITIES);
  });

  test("an embedder has its configured pace, and an identity that is independent of the order of its settings", async () => {
    const withSettings = (settings: string) => `{ "plugin": "./free.mjs", "settings": ${settings} }`;
    const free = embedder.replace("Schema.Struct({})", "Schema.Struct({ url: Schema.String, size: Schema.Int })");
    await writeFile(join(folder, "free.mjs"), free);
    const { embedders } = await openWith(
      `{ "embedders": {
        "a": ${withSettings(`{ "url": "x", "size": 1 }`)},
        "b": ${withSettings(`{ "size": 1, "url": "x" }`)},
        "c": ${withSettings(`{ "size": 1, "url": "y" }`)},
        "local": { "plugin": "./embedder.mjs", "pace": { "concurrency": 3, "tokensPerMinute": 1000 } } } }`,
    );
    expect(embedders.get("local")?.pace).toEqual({ concurrency: 3, tokensPerMinute: 1000 });
    expect(embedders.get("a")?.identity).toBe(embedders.get("b")?.identity);
    expect(embedders.get("a")?.identity).not.toBe(embedders.get("c")?.identity);
  });

  test("a parser has its declared or configured isolation, and an unknown isolation is rejected", async () => {
    expect((await openWith("{}")).parsers.get("txt")?.isolation).toBe("thread");
    const declare = (isolation: string) =>
      writeFile(
        join(folder, `${isolation}.mjs`),
        parser.replace("fileTypes:", `isolation: "${isolation}", fileTypes:`),
      );
    const choose = (isolation: string) => `{ "parsers": { "txt": { "plugin": "./${isolation}.mjs" } } }`;
    await declare("process");
    expect((await openWith(choose("process"))).parsers.get("txt")?.isolation).toBe("process");
    const here = `{ "parsers": { "txt": { "plugin": "./process.mjs", "isolation": "thread" } } }`;
    expect((await openWith(here)).parsers.get("txt")?.isolation).toBe("thread");
    await expect(openWith(here.replace('"thread"', '"none"'))).rejects.toThrow(
      /parsers\.txt\.isolation: expected "thread" \| "process", got "none"/,
    );
    await declare("container");
    await expect(openWith(choose("container"))).rejects.toThrow(
      /parsers\.txt\.plugin: "\.\/container\.mjs" declares capabilities\.isolation: expected "thread" \| "process".*, got "container"/,
    );
  });

  test("names a config file that does not exist", async () => {
    await expect(readConfiguration(join(folder, "none.json"), DEFAULTS)).rejects.toThrow(
      /SERVICE_CONFIG: can't read .*none\.json \(ENOENT\)/,
    );
  });
});
