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

describe("whatever a plugin does in a call, it fails with an error that names the plugin and the call", () => {
  test.each<readonly [string, () => unknown]>([
    [
      "throws",
      () => {
        throw new TypeError("secret of the plugin");
      },
    ],
    [
      "throws nothing",
      () =>
        Effect.sync(() => {
          throw undefined;
        }),
    ],
    ["dies", () => Effect.die(new Error("secret of the plugin"))],
    ["rejects", () => Effect.promise(() => Promise.reject(new Error("secret of the plugin")))],
    ["fails with what is no PluginError", () => Effect.fail({ message: "secret of the plugin" })],
    ["fails with a text", () => Effect.fail("secret of the plugin")],
    [
      "fails with an error that can't be read",
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
      "fails for a reason that is none",
      () =>
        Effect.fail(
          new OwnPluginError({ plugin: "acme", reason: "mood" as "internal", message: "secret of the plugin" }),
        ),
    ],
  ])("%s", async (_, search) => {
    const error = await searchFailure(search);
    expect(error).toMatchObject({
      _tag: "PluginError",
      plugin: "acme",
      reason: "internal",
      message: `the plugin "acme" broke down in search: this is a fault of the plugin; the service's log tells more`,
    });
    expect(told).toMatchObject([["error", error.message, { call: "search" }]]);
  });

  test("interrupts itself", async () => {
    expect((await searchFailure(() => Effect.interrupt)).message).toMatch(
      /^the plugin "acme" gave itself up in search/,
    );
  });

  test.each<readonly [string, () => unknown, string]>([
    ["nothing", () => undefined, "it gave nothing, and must give an effect"],
    [
      "a promise that rejects",
      () => Promise.reject(new Error("nobody waits for it")),
      "it gave a promise, and must give an effect",
    ],
  ])("gives %s in place of an effect", async (_, search, problem) => {
    expect((await searchFailure(search)).message).toBe(`the plugin "acme" gave a wrong answer to search: ${problem}`);
  });

  test("never answers", async () => {
    const error = await searchFailure(() => Effect.never, hasty);
    expect(error).toMatchObject({
      reason: "unavailable",
      message: `the plugin "acme" gave no answer to search in 0.1 s (pluginTimeouts.search)`,
    });
    expect(told).toEqual([["warn", error.message, { call: "search" }]]);
  });

  test("never answers and can't be interrupted", async () => {
    expect((await searchFailure(() => Effect.uninterruptible(Effect.never), hasty)).reason).toBe("unavailable");
  });

  test("the errors that it foresees come as they are, also from another copy of the class", async () => {
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

  test("where files lie is told to the log alone", async () => {
    const message = "the model's folder /srv/models/bge does not exist";
    const error = await searchFailure(() =>
      Effect.fail(new OwnPluginError({ plugin: "acme", reason: "not_found", message })),
    );
    expect(error).toMatchObject({ reason: "not_found", message: "the model's folder …/bge does not exist" });
    expect(told).toEqual([["warn", message, { call: "search" }]]);
  });

  test("what is lacking is told before it is asked for", async () => {
    const make = () => Effect.succeed({ health: Effect.void } as unknown as VectorStoreV1);
    const opened = Effect.scoped(openGuarded<VectorStoreV1>(plugin, ["search", "get"], make));
    expect((await failureOf(opened)).message).toMatch(/wrong answer to make: a service without search, get$/);
  });
});

describe("a wrong answer is none", () => {
  const hits = (...cosines: readonly unknown[]) => ({
    hits: cosines.map((cosine, index) => ({ id: `${index}`, cosine })),
  });
  const search = (answer: unknown) => searching(() => Effect.succeed(answer)).search("c", request);

  test.each<readonly [string, unknown, string]>([
    ["nothing", undefined, "a search result must be an object, it is nothing"],
    ["a text", "hits", `a search result must be an object, it is "hits"`],
    ["no hits", {}, "hits must be an array, it is nothing"],
    ["too many", hits(1, 1, 1), "3 hits, where 2 is the most"],
    ["no number", hits(Number.NaN), "a cosine lies in [-1, 1], and one is NaN"],
    ["a distance", hits(1.7), "a cosine lies in [-1, 1], and one is 1.7"],
    ["a text for a cosine", hits("0.5"), `a cosine lies in [-1, 1], and one is "0.5"`],
    ["the worst first", hits(0.1, 0.9), "hits out of order: 0.1, then 0.9"],
    ["a number for an id", { hits: [{ id: 7, cosine: 1 }] }, "7 is no id"],
    [
      "one id twice",
      {
        hits: [
          { id: "a", cosine: 1 },
          { id: "a", cosine: 1 },
        ],
      },
      `the id "a" came twice`,
    ],
    ["holes", { hits: [null] }, "a hit must be an object, it is null"],
    [
      "a residual without metadata",
      { ...hits(1), residual: { op: "exists", path: "a", negated: false } },
      "metadata must be an object, it is nothing",
    ],
    [
      "a residual that is no filter",
      { hits: [], residual: { op: "like", path: "a", negated: false } },
      "a residual filter with a condition that is none",
    ],
    ["a residual without an end", { hits: [], residual: endless() }, "a residual filter that never ends"],
  ])("search: %s", async (_, answer, problem) => {
    const error = await failureOf(search(answer));
    expect(error).toMatchObject({
      plugin: "acme",
      reason: "internal",
      message: `the plugin "acme" gave a wrong answer to search: ${problem}`,
    });
  });

  test("search: what rounding does is set right, and what follows the contract stays as it is", async () => {
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
      "a record nobody asked for",
      (store) => store.get("c", ["b"]),
      [record()],
      /get: the id "a" was not asked for, or came twice$/,
    ],
    [
      "a record twice",
      (store) => store.get("c", ["a", "b"]),
      [record(), record()],
      /get: the id "a" was not asked for, or came twice$/,
    ],
    [
      "an array for a vector",
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
      "a vector of nothing",
      (store) => store.get("c", ["a"]),
      [record({ vector: Float32Array.of(0, 0) })],
      /has the length 0, and must have 1$/,
    ],
    [
      "metadata as text",
      (store) => store.get("c", ["a"]),
      [record({ metadata: "{}" })],
      /get: metadata must be an object, it is "\{\}"$/,
    ],
    ["no text", (store) => store.get("c", ["a"]), [record({ text: null })], /get: a record's text must be a text$/],
    [
      "a page that is too long",
      (store) => store.list("c", { limit: 1 }),
      { records: [record(), record({ id: "b" })] },
      /list: 2 records, where 1 is the most$/,
    ],
    [
      "a page that leads to itself",
      (store) => store.list("c", { limit: 1, cursor: "x" }),
      { records: [], nextCursor: "x" },
      /list: nextCursor is the cursor of this page/,
    ],
    [
      "a cursor that is a number",
      (store) => store.list("c", { limit: 1 }),
      { records: [], nextCursor: 2 },
      /list: nextCursor must be a text, or absent$/,
    ],
    ["half a record", (store) => store.count("c"), 1.5, /count: it must be a whole number, not below 0, it is 1\.5$/],
    ["less than none", (store) => store.count("c"), -1, /count: .* it is -1$/],
    ["a count in words", (store) => store.count("c"), "1", /count: .* it is "1"$/],
    [
      "more deleted than named",
      (store) => store.deleteByIds("c", ["a"]),
      2,
      /deleteByIds: it must be a whole number of at most 1, not below 0, it is 2$/,
    ],
    [
      "nothing deleted",
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
      "a cosine nobody asked for",
      (store) => store.cosines!("c", vector, ["a"]),
      new Map([["b", 1]]),
      /cosines: the id "b" was not asked for/,
    ],
    [
      "a cosine that is none",
      (store) => store.cosines!("c", vector, ["a"]),
      new Map([["a", Infinity]]),
      /cosines: a cosine lies in \[-1, 1\], and one is Infinity$/,
    ],
  ])("%s", async (_, ask, answer, expected) => {
    expect((await failureOf(ask(other(answer)))).message).toMatch(expected);
  });

  test("get: vectors of another length than the collection was searched with", async () => {
    const store = guardedVectorStore(plugin, {
      search: () => Effect.succeed({ hits: [] }),
      get: () => Effect.succeed([record({ vector: Float32Array.of(1) })]),
    } as unknown as VectorStoreV1);
    await Effect.runPromise(store.search("c", request));
    expect((await failureOf(store.get("c", ["a"]))).message).toMatch(
      /a record's vector has 1 numbers, and must have 2$/,
    );
  });

  test("what a call without an answer gives is dropped", async () => {
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
    ["no result", null, /embed: the result must be an object, it is null$/],
    ["too few", { vectors: [vector] }, /embed: 1 vectors for 2 texts$/],
    ["too many", { vectors: [vector, vector, vector] }, /embed: 3 vectors for 2 texts$/],
    ["too short", { vectors: [vector, Float32Array.of(1)] }, /embed: a vector has 1 numbers, and must have 2$/],
    [
      "no number",
      { vectors: [vector, Float32Array.of(Number.NaN, 0)] },
      /embed: a vector holds what is no finite number$/,
    ],
    ["endless", { vectors: [vector, Float32Array.of(Infinity, 0)] }, /embed: a vector holds what is no finite number$/],
    [
      "too long",
      { vectors: [vector, Float32Array.of(1, 1)] },
      /embed: a vector has the length 1\.41, and must have 1$/,
    ],
    [
      "doubles",
      { vectors: [vector, Float64Array.of(1, 0)] },
      /embed: a vector must be a Float32Array, it is an object$/,
    ],
    ["holes", { vectors: Array.from({ length: 2 }) }, /embed: a vector must be a Float32Array, it is nothing$/],
  ])("embed: %s", async (_, answer, expected) => expect((await failureOf(embed(answer))).message).toMatch(expected));

  test("embed: a vector may be all zero", async () => {
    const vectors = [vector, Float32Array.of(0, 0)];
    expect(await Effect.runPromise(embed({ vectors }))).toEqual({ vectors });
  });

  test.each<readonly [string, unknown, RegExp]>([
    ["too few", [1], /rerank: 1 relevances for 2 passages$/],
    ["too large", [0, 1.5], /rerank: a relevance lies in \[0, 1\], and one is 1\.5$/],
    ["no number", [0, Number.NaN], /rerank: a relevance lies in \[0, 1\], and one is NaN$/],
    ["objects", [{ score: 1 }, { score: 0 }], /rerank: a relevance lies in \[0, 1\], and one is an object$/],
    ["no list", new Map(), /rerank: the relevances must be an array, it is an object$/],
  ])("rerank: %s", async (_, answer, expected) => {
    const reranker = guardedReranker(plugin, { rerank: () => Effect.succeed(answer as never), health: Effect.void });
    const requested = reranker.rerank({ model: "m", query: "q", passages: ["a", "b"] });
    expect((await failureOf(requested)).message).toMatch(expected);
  });
});

describe("a call is in a fiber of its own", () => {
  test("an interruption reaches the plugin, which is waited for while it lets go", async () => {
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

  test("a plugin that ignores an interruption is left behind", async () => {
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

  test("what runs in a call is known as its, what follows it is not; nor is what the service carries along lost", async () => {
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

  test("a plugin is closed with the scope", async () => {
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
  ])("one whose release %s holds up nobody", async (_, release) => {
    const make = () =>
      Effect.as(
        Effect.addFinalizer(() => release),
        { health: Effect.void },
      );
    await Effect.runPromise(Effect.scoped(open(make, hastyAtTheEnd)));
    expect(told).toMatchObject([
      [expect.anything(), expect.stringMatching(/"acme" (gave no answer to|broke down in) close/), expect.anything()],
    ]);
  });

  test("one that never opens fails the start, and lets go of what it had", async () => {
    let isClosed = false;
    const make = () =>
      Effect.andThen(
        Effect.addFinalizer(() => Effect.sync(() => void (isClosed = true))),
        Effect.never,
      );
    const error = await failureOf(Effect.scoped(open(make, hasty)));
    expect(error.message).toBe(`the plugin "acme" gave no answer to make in 0.1 s (pluginTimeouts.open)`);
    expect(isClosed).toBe(true);
  });
});

function endless(): unknown {
  const filter: { op: string; filters: unknown[] } = { op: "and", filters: [] };
  filter.filters.push(filter);
  return filter;
}
