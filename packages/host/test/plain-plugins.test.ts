import {
  defineEmbedder,
  defineParser,
  defineReranker,
  defineSettings,
  defineVectorStore,
  type EmbedRequest,
  ParserError,
  type PlainEmbedder,
  type PluginContext,
  PluginError,
  secret,
  secretValue,
  setting,
  type TermIndexV1,
} from "@quarry/plugin";
import { Effect, Exit, Fiber, Schema, Scope } from "effect";
import { afterEach, describe, expect, expectTypeOf, test } from "vitest";
import type { GuardedPlugin } from "../src/containment/guarded-call.ts";
import { guardedEmbedder } from "../src/containment/guarded-models.ts";
import { guardedVectorStore } from "../src/containment/guarded-vector-store.ts";
import { openGuarded } from "../src/containment/open-guarded.ts";
import { PluginFaults } from "../src/containment/plugin-faults.ts";
import { PLUGIN_TIMEOUT_DEFAULTS } from "../src/plugin-timeouts-section.ts";

const context: PluginContext = { dataDirectory: "/data", log: () => {} };
const contained: GuardedPlugin = {
  plugin: "acme",
  timeouts: { ...PLUGIN_TIMEOUT_DEFAULTS, embedQuery: 0.1, open: 0.1, close: 0.1 },
  log: context.log,
  faults: new PluginFaults(),
};
const scopes: Scope.Closeable[] = [];
afterEach(() => Promise.all(scopes.splice(0).map((scope) => Effect.runPromise(Scope.close(scope, Exit.void)))));

/** Opens a plugin as the service does. The service requires these methods. */
const opened = <Service>(
  make: () => Effect.Effect<Service, PluginError, Scope.Scope>,
  methods: readonly (keyof Service & string)[] = [],
) => {
  const scope = Scope.makeUnsafe();
  scopes.push(scope);
  return Effect.runPromise(Scope.provide(openGuarded(contained, methods, make), scope));
};

const capabilities = {
  models: [{ name: "m", dimension: 2, description: "" }],
  otherModels: false,
  credential: "none",
  maxBatchTexts: 4,
  maxBatchTokens: 100,
  usesTermStatistics: false,
  hybridAlpha: 0.5,
} as const;

const embedder = async (plain: PlainEmbedder) => {
  const plugin = defineEmbedder({ name: "acme", specVersion: 1, capabilities, ...plain });
  return guardedEmbedder(contained, await opened(() => plugin.make({}, context)));
};

const request: EmbedRequest = { model: "m", dimension: 2, inputType: "document", texts: ["a", "b"] };
const failureOf = (effect: Effect.Effect<unknown, PluginError>) => Effect.runPromise(Effect.flip(effect));
const embedFailure = async (embed: unknown) =>
  failureOf((await embedder({ embed: embed as PlainEmbedder["embed"] })).embed(request));

describe("a plain embedder", () => {
  test("may return arrays or Float32Arrays of any length, and receives the input type", async () => {
    let inputType = "";
    const { embed } = await embedder({
      embed: async (texts, call) => {
        inputType = call.inputType;
        return texts.map((text) => (text === "a" ? [3, 4] : Float32Array.of(0, 2)));
      },
    });
    const { vectors } = await Effect.runPromise(embed(request));
    expect(vectors).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(0, 1)]);
    expect(inputType).toBe("document");
  });

  test("may be a class instance with a synchronous method", async () => {
    class Zeros {
      readonly size = 2;
      embed(texts: readonly string[]) {
        return texts.map(() => new Float32Array(this.size));
      }
    }
    const plugin = defineEmbedder({ name: "acme", specVersion: 1, capabilities, make: () => new Zeros() });
    const made = await opened(() => plugin.make({}, context));
    expect((await Effect.runPromise(made.embed(request))).vectors).toHaveLength(2);
    await Effect.runPromise(made.health);
  });

  test("is not called with a model or dimension outside its capabilities", async () => {
    let calls = 0;
    const { embed } = await embedder({ embed: () => ((calls += 1), []) });
    expect(await failureOf(embed({ ...request, dimension: 3 }))).toMatchObject({ reason: "invalid" });
    expect(await failureOf(embed({ ...request, model: "n" }))).toMatchObject({ reason: "not_found" });
    expect(calls).toBe(0);
  });

  test.each<readonly [string, unknown, RegExp]>([
    ["too few vectors", async () => [[1, 0]], /invalid result for embed: 1 vectors for 2 texts/],
    [
      "NaN",
      async () => [
        [NaN, 0],
        [1, 0],
      ],
      /non-finite number/,
    ],
    [
      "numbers above the float32 range",
      async () => [
        [1e300, 1e300],
        [1, 0],
      ],
      /non-finite number/,
    ],
    [
      "numbers as strings",
      async () => [
        ["1", "0"],
        [1, 0],
      ],
      /must be a Float32Array/,
    ],
    [
      "vectors of another dimension",
      async () => [
        [1, 0, 0],
        [1, 0],
      ],
      /has 3 numbers, and must have 2/,
    ],
    ["no vectors", async () => undefined, /invalid result for embed/],
    ["undefined vectors", async () => Array.from({ length: 2 }), /must be a Float32Array/],
  ])("is rejected if it returns %s", async (_, embed, message) => {
    const error = await embedFailure(embed);
    expect(error).toMatchObject({ plugin: "acme", reason: "internal" });
    expect(error.message).toMatch(message);
  });

  test.each<readonly [string, () => unknown]>([
    [
      "throws at once",
      () => {
        throw new TypeError("a secret");
      },
    ],
    ["rejects", async () => Promise.reject(new Error("a secret"))],
    [
      "throws undefined",
      async () => {
        throw undefined;
      },
    ],
  ])("that %s results in an internal error without its message", async (_, embed) => {
    const error = await embedFailure(embed);
    expect(error).toMatchObject({ reason: "internal" });
    expect(error.message).toMatch(/"acme" crashed in embed/);
    expect(error.message).not.toContain("secret");
  });

  test("may throw a PluginError without the plugin's name", async () => {
    const error = await embedFailure(async () => {
      throw new PluginError({ reason: "rate_limited", message: "later", retryAfterSeconds: 7 });
    });
    expect(error).toMatchObject({ plugin: "acme", reason: "rate_limited", message: "later", retryAfterSeconds: 7 });
  });

  test("whose promise never settles times out, and its signal is aborted", async () => {
    const signals: AbortSignal[] = [];
    const { embed } = await embedder({
      embed: (_, { signal }) => (signals.push(signal), new Promise<never>(() => {})),
    });
    const error = await failureOf(embed({ ...request, inputType: "query" }));
    expect(error).toMatchObject({ reason: "unavailable" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("is notified by its signal when the caller is interrupted, and may then reject", async () => {
    const begun = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<unknown>();
    const { embed } = await embedder({
      embed: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          begun.resolve();
          signal.addEventListener("abort", () => (aborted.resolve("aborted"), reject(new Error("given up"))));
        }),
    });
    const fiber = Effect.runFork(embed(request));
    await begun.promise;
    await Effect.runPromise(Fiber.interrupt(fiber));
    expect(await aborted.promise).toBe("aborted");
  });

  test("reads term statistics as promises, and their failure is passed on", async () => {
    const plugin = defineEmbedder({
      name: "acme",
      specVersion: 1,
      capabilities: { ...capabilities, usesTermStatistics: true },
      embed: async (texts, { statistics }) => {
        const { documentFrequencies } = await statistics!.read(texts);
        return documentFrequencies.map((frequency) => [frequency, 0]);
      },
    });
    const { embed } = await opened(() => plugin.make({}, context));
    const read = (terms: readonly string[]) =>
      Effect.succeed({ documentCount: 9, documentFrequencies: terms.map(() => 3) });
    const { vectors } = await Effect.runPromise(embed({ ...request, statistics: { read } }));
    expect(vectors).toEqual([Float32Array.of(1, 0), Float32Array.of(1, 0)]);
    const away = new PluginError({ plugin: "keyword-index", reason: "unavailable", message: "away" });
    expect(await failureOf(embed({ ...request, statistics: { read: () => Effect.fail(away) } }))).toBe(away);
  });
});

describe("opening a plain plugin", () => {
  const life: string[] = [];
  const plugin = (make: (signal: AbortSignal) => Promise<void>) =>
    defineReranker({
      name: "acme",
      specVersion: 1,
      capabilities: { models: ["m"], credential: "none", maxPassages: 9 },
      settings: defineSettings({ weight: setting.number({ description: "Weight.", default: 0.5, maximum: 1 }) }),
      make: async ({ weight }, { signal }) => {
        await make(signal);
        return {
          rerank: async (_query, passages) => passages.map(() => weight),
          health: () => {
            throw new PluginError({ reason: "unavailable", message: "not yet" });
          },
          close: async () => void life.push("closed"),
        };
      },
    });

  test("waits for make, and uses the plugin's health and close", async () => {
    life.length = 0;
    const { rerank, health } = await opened(() => plugin(async () => {}).make({ weight: 0.25 }, context));
    const scores = await Effect.runPromise(rerank({ model: "m", query: "q", passages: ["a", "b"] }));
    expect(scores).toEqual([0.25, 0.25]);
    expect(await failureOf(rerank({ model: "m", query: "q", passages: [] }))).toMatchObject({ reason: "invalid" });
    expect(await failureOf(health)).toMatchObject({ plugin: "acme", message: "not yet" });
    await Effect.runPromise(Scope.close(scopes.pop()!, Exit.void));
    expect(life).toEqual(["closed"]);
  });

  test("a make that throws fails like one that rejects, and one that returns undefined lacks its methods", async () => {
    const plain = (make: () => Promise<PlainEmbedder>) =>
      opened(() => defineEmbedder({ name: "acme", specVersion: 1, capabilities, make }).make({}, context), ["embed"]);
    const refuse = () => {
      throw new PluginError({ reason: "invalid", message: "setting url: no such host" });
    };
    await expect(plain(refuse)).rejects.toMatchObject({ plugin: "acme", reason: "invalid" });
    await expect(plain(async () => undefined as never)).rejects.toThrow("a service without embed");
  });

  test("requests to a plugin with describe are checked against the described capabilities", async () => {
    const plugin = defineEmbedder({
      name: "acme",
      specVersion: 1,
      capabilities: { ...capabilities, models: [] },
      describe: async () => capabilities,
      embed: (texts) => texts.map(() => [1, 0]),
    });
    expect(await Effect.runPromise(plugin.describe!({}, context))).toBe(capabilities);
    const { embed } = await opened(() => plugin.make({}, context));
    expect((await Effect.runPromise(embed(request))).vectors).toHaveLength(2);
  });

  test("a plugin that opens after the time limit is closed", async () => {
    life.length = 0;
    const late = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const slow = plugin(async (signal) => {
      signal.addEventListener("abort", () => aborted.resolve());
      await late.promise;
    });
    await expect(opened(() => slow.make({ weight: 1 }, context))).rejects.toMatchObject({ reason: "unavailable" });
    await aborted.promise;
    late.resolve();
    await expect.poll(() => life).toEqual(["closed"]);
  });
});

test("a plain vector store receives the call after all arguments, even omitted ones, also in its terms", async () => {
  const calls: (readonly [string, number, boolean])[] = [];
  const method =
    (name: string, value: unknown) =>
    async (...parameters: readonly unknown[]) => {
      const { signal } = parameters.at(-1) as { readonly signal: AbortSignal };
      calls.push([name, parameters.length, signal instanceof AbortSignal]);
      return value as never;
    };
  const plugin = defineVectorStore({
    name: "acme",
    specVersion: 1,
    capabilities: { maxTopK: 9, maxDimension: 9, sharedBetweenProcesses: false, searchesTerms: true },
    ensureCollection: method("ensureCollection", undefined),
    dropCollection: method("dropCollection", undefined),
    upsert: method("upsert", undefined),
    get: method("get", []),
    list: method("list", { records: [] }),
    count: method("count", 3),
    deleteByIds: method("deleteByIds", 1),
    deleteByFilter: method("deleteByFilter", 1),
    search: method("search", { hits: [] }),
    terms: {
      ensureCollection: method("terms.ensureCollection", undefined),
      dropCollection: method("terms.dropCollection", undefined),
      put: method("terms.put", undefined),
      remove: method("terms.remove", undefined),
      count: method("terms.count", [2]),
      search: method("terms.search", { hits: [], bound: 0 }),
      nearWords: method("terms.nearWords", [[]]),
    },
  });
  const store = guardedVectorStore(contained, await opened(() => plugin.make({}, context)));
  expect(store.cosines).toBeUndefined();
  expect(await Effect.runPromise(store.count("c"))).toBe(3);
  expect(await Effect.runPromise((store.terms as TermIndexV1).count("c", [["a"]], []))).toEqual([2]);
  expect(calls).toEqual([
    ["count", 3, true],
    ["terms.count", 4, true],
  ]);
});

test("a plain parser is an async generator", async () => {
  const plugin = defineParser({
    name: "acme",
    specVersion: 1,
    capabilities: { fileTypes: ["txt"] },
    settings: defineSettings({ mark: setting.text({ description: "Mark.", default: "=" }) }),
    async *parse({ filename }, { settings: { mark }, limits }) {
      if (limits.maxPages === 0) throw new ParserError("limit", "no pages may be read");
      yield { type: "block", block: { kind: "paragraph", text: mark + filename } };
    },
  });
  const { parse } = await plugin.make({ mark: "#" });
  const source = { path: "/a", size: 1, filename: "a.txt", fileType: "txt" };
  const events = await Array.fromAsync(parse(source, { maxPages: 1 } as never));
  expect(events).toEqual([{ type: "block", block: { kind: "paragraph", text: "#a.txt" } }]);
});

describe("defineSettings", () => {
  const settings = defineSettings({
    url: setting.url({ description: "Address." }),
    label: setting.text({ description: "Label.", default: "", mayBeEmpty: true }),
    schema: setting.text({ description: "Schema.", pattern: /^[a-z]+$/, optional: true }),
    command: setting.list(setting.text({ description: "A word." }), {
      description: "Command.",
      minimumItems: 1,
      optional: true,
    }),
    key: setting.secret({ description: "Key.", optional: true }),
    batch: setting.integer({ description: "Texts.", minimum: 1, maximum: 9, default: 3 }),
    exact: setting.boolean({ description: "Exact.", default: false }),
    mode: setting.choice(["fast", "good"], { description: "Mode.", default: "good" }),
    headers: setting.record(setting.text({ description: "A header." }), { description: "Headers.", default: {} }),
    models: setting.list(
      setting.object({ name: setting.text({ description: "Name." }) }, { description: "A model." }),
      { description: "Models.", default: [] },
    ),
  });
  const decode = Schema.decodeUnknownSync(settings);

  test("decodes defaults and types, and hides secrets", () => {
    const decoded = decode({ url: "http://a", key: "k" });
    expectTypeOf(decoded.mode).toEqualTypeOf<"fast" | "good">();
    expectTypeOf(decoded.batch).toEqualTypeOf<number>();
    expectTypeOf<(typeof decoded.models)[number]["name"]>().toEqualTypeOf<string>();
    expect(secretValue(decoded.key!)).toBe("k");
    expect(String(secret("k-1"))).not.toContain("k-1");
    expect(JSON.stringify(decoded)).not.toContain('"k"');
    expect({ ...decoded, key: undefined }).toEqual({
      url: "http://a",
      label: "",
      key: undefined,
      batch: 3,
      exact: false,
      mode: "good",
      headers: {},
      models: [],
    });
  });

  test.each([
    [{}],
    [{ url: "" }],
    [{ url: "a" }],
    [{ url: "http://a", key: "" }],
    [{ url: "http://a", schema: "Upper" }],
    [{ url: "http://a", command: [] }],
    [{ url: "http://a", batch: 10 }],
    [{ url: "http://a", batch: 1.5 }],
    [{ url: "http://a", mode: "other" }],
    [{ url: "http://a", models: [{}] }],
  ])("rejects %j", (input) => {
    expect(() => decode(input)).toThrow();
  });
});
