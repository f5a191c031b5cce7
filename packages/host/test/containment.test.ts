import { AsyncLocalStorage } from "node:async_hooks";
import type { PluginContext, PluginError, VectorSearchResult, VectorStoreV1 } from "@quarry/plugin";
import { PluginError as OwnPluginError } from "@quarry/plugin";
import { Deferred, Effect, Exit, Fiber, Scope } from "effect";
import { beforeEach, describe, expect, test } from "vitest";
import type { GuardedPlugin } from "../src/containment/guarded-call.ts";
import { guardedEmbedder, guardedReranker } from "../src/containment/guarded-models.ts";
import { guardedVectorStore } from "../src/containment/guarded-vector-store.ts";
import { openGuarded } from "../src/containment/open-guarded.ts";
import { PluginFaults } from "../src/containment/plugin-faults.ts";
import { currentCall } from "../src/containment/plugin-call.ts";
import { PLUGIN_TIMEOUT_DEFAULTS } from "../src/plugin-timeouts-section.ts";

let told: (readonly [level: string, message: string, fields: unknown])[];
beforeEach(() => {
  told = [];
});

const log: PluginContext["log"] = (level, message, fields) => void told.push([level, message, fields]);
const plugin: GuardedPlugin = { plugin: "acme", timeouts: PLUGIN_TIMEOUT_DEFAULTS, log, faults: new PluginFaults() };
/**
 * Plugin for calls that don't return: its timeout is short enough to wait for, but too short for calls that return on a
 * busy machine.
 */
const hasty: GuardedPlugin = {
  ...plugin,
  timeouts: { ...PLUGIN_TIMEOUT_DEFAULTS, search: 0.1, close: 0.1, open: 0.1 },
};

const vector = Float32Array.of(1, 0);
const request = { vector, topK: 2 };

/** Returns a store that runs the function when it is searched. */
const searching = (search: () => unknown, contained = plugin): VectorStoreV1 =>
  guardedVectorStore(contained, { search, health: Effect.void } as unknown as VectorStoreV1);

const failureOf = (effect: Effect.Effect<unknown, PluginError>): Promise<PluginError> =>
  Effect.runPromise(Effect.flip(effect));

const searchFailure = (search: () => unknown, contained = plugin) =>
  failureOf(searching(search, contained).search("c", request));

describe("failures of plugin calls", () => {
  test.each<readonly [string, () => unknown]>([
    [
      "throws",
      () => {
        throw new TypeError("secret of the plugin");
      },
    ],
    [
      "throws undefined",
      () =>
        Effect.sync(() => {
          throw undefined;
        }),
    ],
    ["dies", () => Effect.die(new Error("secret of the plugin"))],
    ["rejects", () => Effect.promise(() => Promise.reject(new Error("secret of the plugin")))],
    ["fails with an object that is no PluginError", () => Effect.fail({ message: "secret of the plugin" })],
    ["fails with a string", () => Effect.fail("secret of the plugin")],
    [
      "fails with an unreadable error",
      () =>
        Effect.fail(
          new Proxy(
            {},
            {
              get: () => {
                throw new Error("secret of the plugin");
              },
            },
          ),
        ),
    ],
    [
      "fails with an unknown reason",
      () =>
        Effect.fail(
          new OwnPluginError({ plugin: "acme", reason: "mood" as "internal", message: "secret of the plugin" }),
        ),
    ],
  ])("a plugin that %s causes an error that names the plugin and call, not the message", async (_, search) => {
    const error = await searchFailure(search);
    expect(error).toMatchObject({
      _tag: "PluginError",
      plugin: "acme",
      reason: "internal",
      message: `the plugin "acme" crashed in search: this is a bug in the plugin; see the service's log`,
    });
    expect(told).toMatchObject([["error", error.message, { call: "search" }]]);
  });

  test("a plugin that interrupts itself results in an error that names the plugin and the call", async () => {
    expect((await searchFailure(() => Effect.interrupt)).message).toMatch(
      /^the plugin "acme" interrupted itself in search/,
    );
  });

  test.each<readonly [string, () => unknown, string]>([
    ["undefined", () => undefined, "it returned nothing instead of an effect"],
    [
      "a promise that rejects",
      () => Promise.reject(new Error("nobody waits for it")),
      "it returned a promise instead of an effect",
    ],
  ])("a plugin that returns %s instead of an effect is reported", async (_, search, problem) => {
    expect((await searchFailure(search)).message).toBe(
      `the plugin "acme" returned an invalid result for search: ${problem}`,
    );
  });

  test("a plugin that never responds times out as unavailable", async () => {
    const error = await searchFailure(() => Effect.never, hasty);
    expect(error).toMatchObject({
      reason: "unavailable",
      message: `the plugin "acme" did not complete search within 0.1 s (pluginTimeouts.search)`,
    });
    expect(told).toEqual([["warn", error.message, { call: "search" }]]);
  });

  test("a plugin that never responds and can't be interrupted times out", async () => {
    expect((await searchFailure(() => Effect.uninterruptible(Effect.never), hasty)).reason).toBe("unavailable");
  });

  test("a PluginError is passed through, even from another copy of the class", async () => {
    const own = new OwnPluginError({ plugin: "acme", reason: "rate_limited", message: "slower", retryAfterSeconds: 3 });
    expect({ ...(await searchFailure(() => Effect.fail(own))) }).toEqual({ ...own });
    const foreign = {
      _tag: "PluginError",
      plugin: "acme",
      reason: "rate_limited",
      message: "slower",
      retryAfterSeconds: Number.NaN,
    };
    const error = await searchFailure(() => Effect.fail(foreign));
    expect(error).toBeInstanceOf(OwnPluginError);
    expect(error).toMatchObject({ reason: "rate_limited", message: "slower", isRetryable: true });
    expect(error.retryAfterSeconds).toBeUndefined();
    expect(told).toEqual([]);
  });

  test("file paths are complete only in the log", async () => {
    const message = "the model's folder /srv/models/bge does not exist";
    const error = await searchFailure(() =>
      Effect.fail(new OwnPluginError({ plugin: "acme", reason: "not_found", message })),
    );
    expect(error).toMatchObject({ reason: "not_found", message: "the model's folder …/bge does not exist" });
    expect(told).toEqual([["warn", message, { call: "search" }]]);
  });

  test("missing methods are reported when the plugin is opened", async () => {
    const make = () => Effect.succeed({ health: Effect.void } as unknown as VectorStoreV1);
    const opened = Effect.scoped(openGuarded<VectorStoreV1>(plugin, ["search", "get"], make));
    expect((await failureOf(opened)).message).toMatch(/invalid result for make: a service without search, get$/);
  });
});

describe("invalid results of plugin calls", () => {
  const hits = (...cosines: readonly unknown[]) => ({
    hits: cosines.map((cosine, index) => ({ id: `${index}`, cosine })),
  });
  const search = (answer: unknown) => searching(() => Effect.succeed(answer)).search("c", request);

  test.each<readonly [string, unknown, string]>([
    ["undefined", undefined, "a search result must be an object, it is nothing"],
    ["a string", "hits", `a search result must be an object, it is "hits"`],
    ["a result without hits", {}, "hits must be an array, it is nothing"],
    ["too many hits", hits(1, 1, 1), "3 hits, the maximum is 2"],
    ["a NaN cosine", hits(Number.NaN), "a cosine lies in [-1, 1], and one is NaN"],
    ["a cosine above 1", hits(1.7), "a cosine lies in [-1, 1], and one is 1.7"],
    ["a cosine as a string", hits("0.5"), `a cosine lies in [-1, 1], and one is "0.5"`],
    ["hits in ascending order", hits(0.1, 0.9), "hits out of order: 0.1, then 0.9"],
    ["a numeric id", { hits: [{ id: 7, cosine: 1 }] }, "7 is not an id"],
    [
      "a duplicate id",
      {
        hits: [
          { id: "a", cosine: 1 },
          { id: "a", cosine: 1 },
        ],
      },
      `the id "a" was returned twice`,
    ],
    ["a null hit", { hits: [null] }, "a hit must be an object, it is null"],
    [
      "a residual filter without metadata",
      { ...hits(1), residual: { op: "exists", path: "a", negated: false } },
      "metadata must be an object, it is nothing",
    ],
    [
      "an invalid residual filter",
      { hits: [], residual: { op: "like", path: "a", negated: false } },
      "a residual filter with an invalid condition",
    ],
    ["a cyclic residual filter", { hits: [], residual: endless() }, "a residual filter that never ends"],
  ])("search: rejects %s", async (_, answer, problem) => {
    const error = await failureOf(search(answer));
    expect(error).toMatchObject({
      plugin: "acme",
      reason: "internal",
      message: `the plugin "acme" returned an invalid result for search: ${problem}`,
    });
  });

  test("search: corrects rounding errors and leaves valid results unchanged", async () => {
    expect(await Effect.runPromise(search(hits(1.000_000_4, -1)))).toEqual(hits(1, -1));
    const answer: VectorSearchResult = {
      hits: [{ id: "a", cosine: 0.5, metadata: { n: 1 } }],
      residual: { op: "and", filters: [{ op: "in", path: "n", values: [1, "1"], negated: true }] },
    };
    expect(await Effect.runPromise(search(answer))).toEqual(answer);
  });

  const record = (fields: object = {}) => ({ id: "a", vector, metadata: {}, text: "", ...fields });
  const other = (answer: unknown): VectorStoreV1 => {
    const give = () => Effect.succeed(answer);
    const methods = ["get", "list", "count", "deleteByIds", "deleteByFilter", "cosines", "upsert"];
    const store = Object.fromEntries(methods.map((method) => [method, give]));
    return guardedVectorStore(plugin, store as unknown as VectorStoreV1);
  };

  test.each<readonly [string, (store: VectorStoreV1) => Effect.Effect<unknown, PluginError>, unknown, RegExp]>([
    [
      "a record that was not requested",
      (store) => store.get("c", ["b"]),
      [record()],
      /get: the id "a" was not requested, or returned twice$/,
    ],
    [
      "a duplicate record",
      (store) => store.get("c", ["a", "b"]),
      [record(), record()],
      /get: the id "a" was not requested, or returned twice$/,
    ],
    [
      "a vector as an array",
      (store) => store.get("c", ["a"]),
      [record({ vector: [1, 0] })],
      /get: a record's vector must be a Float32Array, it is an array$/,
    ],
    [
      "vectors of several lengths",
      (store) => store.get("c", ["a", "b"]),
      [record(), record({ id: "b", vector: Float32Array.of(1) })],
      /a record's vector has 1 numbers, and must have 2$/,
    ],
    [
      "a vector that is not normalised",
      (store) => store.get("c", ["a"]),
      [record({ vector: Float32Array.of(3, 4) })],
      /a record's vector has the length 5, and must have 1$/,
    ],
    [
      "a zero vector",
      (store) => store.get("c", ["a"]),
      [record({ vector: Float32Array.of(0, 0) })],
      /has the length 0, and must have 1$/,
    ],
    [
      "metadata as a string",
      (store) => store.get("c", ["a"]),
      [record({ metadata: "{}" })],
      /get: metadata must be an object, it is "\{\}"$/,
    ],
    [
      "a record without text",
      (store) => store.get("c", ["a"]),
      [record({ text: null })],
      /get: a record's text must be a text$/,
    ],
    [
      "a page that is too long",
      (store) => store.list("c", { limit: 1 }),
      { records: [record(), record({ id: "b" })] },
      /list: 2 records, the maximum is 1$/,
    ],
    [
      "a page whose next cursor is its own",
      (store) => store.list("c", { limit: 1, cursor: "x" }),
      { records: [], nextCursor: "x" },
      /list: nextCursor is the cursor of this page/,
    ],
    [
      "a numeric cursor",
      (store) => store.list("c", { limit: 1 }),
      { records: [], nextCursor: 2 },
      /list: nextCursor must be a text, or absent$/,
    ],
    [
      "a fractional count",
      (store) => store.count("c"),
      1.5,
      /count: it must be a whole number, not below 0, it is 1\.5$/,
    ],
    ["a negative count", (store) => store.count("c"), -1, /count: .* it is -1$/],
    ["a count as a string", (store) => store.count("c"), "1", /count: .* it is "1"$/],
    [
      "more deletions than ids",
      (store) => store.deleteByIds("c", ["a"]),
      2,
      /deleteByIds: it must be a whole number of at most 1, not below 0, it is 2$/,
    ],
    [
      "an undefined number of deletions",
      (store) => store.deleteByFilter("c", { op: "exists", path: "a", negated: false }),
      undefined,
      /deleteByFilter: .* it is nothing$/,
    ],
    [
      "cosines as an object",
      (store) => store.cosines!("c", vector, ["a"]),
      { a: 1 },
      /cosines: it must be a Map, it is an object$/,
    ],
    [
      "a cosine that was not requested",
      (store) => store.cosines!("c", vector, ["a"]),
      new Map([["b", 1]]),
      /cosines: the id "b" was not requested/,
    ],
    [
      "an infinite cosine",
      (store) => store.cosines!("c", vector, ["a"]),
      new Map([["a", Infinity]]),
      /cosines: a cosine lies in \[-1, 1\], and one is Infinity$/,
    ],
  ])("rejects %s", async (_, ask, answer, expected) => {
    expect((await failureOf(ask(other(answer)))).message).toMatch(expected);
  });

  test("get: rejects vectors of another length than the search vector", async () => {
    const store = guardedVectorStore(plugin, {
      search: () => Effect.succeed({ hits: [] }),
      get: () => Effect.succeed([record({ vector: Float32Array.of(1) })]),
    } as unknown as VectorStoreV1);
    await Effect.runPromise(store.search("c", request));
    expect((await failureOf(store.get("c", ["a"]))).message).toMatch(
      /a record's vector has 1 numbers, and must have 2$/,
    );
  });

  test("upsert: discards the plugin's return value", async () => {
    expect(await Effect.runPromise(other("anything").upsert("c", []))).toBeUndefined();
  });

  const embed = (answer: unknown) =>
    guardedEmbedder(plugin, { embed: () => Effect.succeed(answer as never), health: Effect.void }).embed({
      model: "m",
      dimension: 2,
      inputType: "document",
      texts: ["a", "b"],
    });

  test.each<readonly [string, unknown, RegExp]>([
    ["a null result", null, /embed: the result must be an object, it is null$/],
    ["too few vectors", { vectors: [vector] }, /embed: 1 vectors for 2 texts$/],
    ["too many vectors", { vectors: [vector, vector, vector] }, /embed: 3 vectors for 2 texts$/],
    [
      "a vector with too few numbers",
      { vectors: [vector, Float32Array.of(1)] },
      /embed: a vector has 1 numbers, and must have 2$/,
    ],
    [
      "a vector with NaN",
      { vectors: [vector, Float32Array.of(Number.NaN, 0)] },
      /embed: a vector has a non-finite number$/,
    ],
    [
      "a vector with Infinity",
      { vectors: [vector, Float32Array.of(Infinity, 0)] },
      /embed: a vector has a non-finite number$/,
    ],
    [
      "a vector that is not of unit length",
      { vectors: [vector, Float32Array.of(1, 1)] },
      /embed: a vector has the length 1\.41, and must have 1$/,
    ],
    [
      "a Float64Array",
      { vectors: [vector, Float64Array.of(1, 0)] },
      /embed: a vector must be a Float32Array, it is an object$/,
    ],
    [
      "undefined vectors",
      { vectors: Array.from({ length: 2 }) },
      /embed: a vector must be a Float32Array, it is nothing$/,
    ],
  ])("embed: rejects %s", async (_, answer, expected) =>
    expect((await failureOf(embed(answer))).message).toMatch(expected),
  );

  test("embed: accepts a zero vector", async () => {
    const vectors = [vector, Float32Array.of(0, 0)];
    expect(await Effect.runPromise(embed({ vectors }))).toEqual({ vectors });
  });

  test.each<readonly [string, unknown, RegExp]>([
    ["too few relevances", [1], /rerank: 1 relevances for 2 passages$/],
    ["a relevance above 1", [0, 1.5], /rerank: a relevance lies in \[0, 1\], and one is 1\.5$/],
    ["a NaN relevance", [0, Number.NaN], /rerank: a relevance lies in \[0, 1\], and one is NaN$/],
    [
      "objects as relevances",
      [{ score: 1 }, { score: 0 }],
      /rerank: a relevance lies in \[0, 1\], and one is an object$/,
    ],
    ["a Map of relevances", new Map(), /rerank: the relevances must be an array, it is an object$/],
  ])("rerank: rejects %s", async (_, answer, expected) => {
    const reranker = guardedReranker(plugin, { rerank: () => Effect.succeed(answer as never), health: Effect.void });
    const requested = reranker.rerank({ model: "m", query: "q", passages: ["a", "b"] });
    expect((await failureOf(requested)).message).toMatch(expected);
  });
});

describe("fibers of plugin calls", () => {
  test("an interruption reaches the plugin and waits until it has released its resources", async () => {
    const begun = Deferred.makeUnsafe<void>();
    const steps: string[] = [];
    const store = searching(() =>
      Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
        Effect.onInterrupt(() =>
          Effect.andThen(
            Effect.sleep(20),
            Effect.sync(() => void steps.push("let go")),
          ),
        ),
      ),
    );
    const fiber = Effect.runFork(store.search("c", request));
    await Effect.runPromise(Deferred.await(begun));
    await Effect.runPromise(Fiber.interrupt(fiber));
    steps.push("interrupted");
    expect(steps).toEqual(["let go", "interrupted"]);
    expect(told).toEqual([]);
  });

  test("an interruption does not wait for a plugin that ignores it", async () => {
    const begun = Deferred.makeUnsafe<void>();
    const store = searching(() =>
      Effect.uninterruptible(Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)),
    );
    const fiber = Effect.runFork(store.search("c", request));
    await Effect.runPromise(Deferred.await(begun));
    expect(
      Exit.hasInterrupts(await Effect.runPromise(Effect.exit(Fiber.join(Effect.runFork(Fiber.interrupt(fiber)))))),
    ).toBe(false);
  });

  test("currentCall is set only inside the call, and the service's async context survives the call", async () => {
    const own = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const store = searching(() =>
      Effect.promise(async () => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        seen.push(currentCall());
        return { hits: [] };
      }),
    );
    await own.run("request 7", () =>
      Effect.runPromise(
        Effect.andThen(
          store.search("c", request),
          Effect.sync(() => void seen.push(currentCall(), own.getStore())),
        ),
      ),
    );
    expect(seen).toEqual([{ plugin: "acme", call: "search" }, undefined, "request 7"]);
  });
});

describe("opening and closing", () => {
  const open = (make: () => Effect.Effect<object, PluginError, Scope.Scope>, contained = plugin) =>
    openGuarded<object>(contained, [], make as never);

  test("a plugin is closed when its scope closes", async () => {
    let isClosed = false;
    const make = () =>
      Effect.as(
        Effect.addFinalizer(() => Effect.sync(() => void (isClosed = true))),
        { health: Effect.void },
      );
    await Effect.runPromise(Effect.scoped(open(make)));
    expect(isClosed).toBe(true);
  });

  /** Only closing has a short timeout: the plugin has to open first. */
  const hastyAtTheEnd: GuardedPlugin = { ...plugin, timeouts: { ...PLUGIN_TIMEOUT_DEFAULTS, close: 0.1 } };

  test.each<readonly [string, Effect.Effect<void>]>([
    ["hangs", Effect.never],
    ["dies", Effect.die(new Error("no"))],
  ])("a plugin whose release %s does not block closing", async (_, release) => {
    const make = () =>
      Effect.as(
        Effect.addFinalizer(() => release),
        { health: Effect.void },
      );
    await Effect.runPromise(Effect.scoped(open(make, hastyAtTheEnd)));
    expect(told).toMatchObject([
      [expect.anything(), expect.stringMatching(/"acme" (did not complete|crashed in) close/), expect.anything()],
    ]);
  });

  test("a plugin that never opens fails the start and releases its resources", async () => {
    let isClosed = false;
    const make = () =>
      Effect.andThen(
        Effect.addFinalizer(() => Effect.sync(() => void (isClosed = true))),
        Effect.never,
      );
    const error = await failureOf(Effect.scoped(open(make, hasty)));
    expect(error.message).toBe(`the plugin "acme" did not complete make within 0.1 s (pluginTimeouts.open)`);
    expect(isClosed).toBe(true);
  });
});

function endless(): unknown {
  const filter: { op: string; filters: unknown[] } = { op: "and", filters: [] };
  filter.filters.push(filter);
  return filter;
}
