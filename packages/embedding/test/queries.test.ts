import { PluginError } from "@quarry/plugin";
import { Deferred, Effect, Fiber, Redacted } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  byLength,
  capabilitiesOf,
  embedderOf,
  type OpenEmbeddings,
  openEmbeddings,
  run,
  useOf,
} from "./embedding-fixture.ts";

let opened: OpenEmbeddings;

beforeEach(async () => {
  opened = await openEmbeddings();
});
afterEach(() => opened.close());

const capabilities = capabilitiesOf({ maxBatchTexts: 3, maxBatchTokens: 40 });
const away = new PluginError({ plugin: "p", reason: "unavailable", message: "away" });

const answering = () => embedderOf((_, texts) => Effect.succeed(byLength(texts)));

const askAll = (uses: readonly ReturnType<typeof useOf>[], texts: readonly string[]) =>
  run(
    Effect.forEach(
      uses.flatMap((use) => texts.map((text) => [use, text] as const)),
      ([use, text]) => opened.embeddings.query(use, text),
      { concurrency: "unbounded" },
    ),
  );

test("a text is embedded once for all collections, and concurrent queries share one call", async () => {
  const service = answering();
  const uses = ["a", "b", "c"].map((collectionId) => useOf({ service, capabilities }, { collectionId, dimension: 2 }));
  const vectors = await askAll(uses, ["one", "three"]);
  expect(service.calls).toEqual([["one", "three"]]);
  expect(vectors.map((vector) => Math.round(vector![0]! / vector![1]!))).toEqual([3, 5, 3, 5, 3, 5]);
});

test("a cached query is not embedded again, even with another key", async () => {
  const service = answering();
  const use = useOf({ service, capabilities }, { dimension: 2 });
  await askAll([use], ["one"]);
  await askAll([use, { ...use, credential: Redacted.make("another") }], ["one", "three"]);
  expect(service.calls.flat().filter((text) => text === "one")).toHaveLength(1);
});

test("concurrent queries with another model, key or embedder use separate calls", async () => {
  const service = answering();
  const use = useOf({ service, capabilities }, { dimension: 2 });
  const other = answering();
  const elsewhere = useOf({ service: other, capabilities, name: "else", identity: "else" }, { dimension: 2 });
  await askAll([use, { ...use, model: "n" }, { ...use, credential: Redacted.make("k2") }, elsewhere], ["one"]);
  expect(service.calls).toHaveLength(3);
  expect(other.calls).toHaveLength(1);
});

test("with term statistics each collection has a separate vector, and none is cached", async () => {
  const service = answering();
  const weighing = capabilitiesOf({ usesTermStatistics: true });
  const uses = ["a", "b", "a"].map((collectionId) =>
    useOf({ service, capabilities: weighing }, { collectionId, dimension: 2 }),
  );
  await askAll(uses, ["one"]);
  expect(service.calls).toHaveLength(2);
  await askAll(uses, ["one"]);
  expect(service.calls).toHaveLength(4);
});

test("a query that embeds to a zero vector has no vector", async () => {
  const service = embedderOf((_, texts) => Effect.succeed({ vectors: texts.map(() => new Float32Array(2)) }));
  expect(await askAll([useOf({ service, capabilities }, { dimension: 2 })], ["???"])).toEqual([undefined]);
});

test("concurrent queries use as few calls as the batch limits allow, and each gets its own vector", async () => {
  const service = answering();
  const texts = ["a", "bb", "ccc", "dddd", "word ".repeat(30), "term ".repeat(31), "g"];
  const vectors = await askAll([useOf({ service, capabilities }, { dimension: 2 })], texts);
  expect(vectors.map((vector) => Math.round(vector![0]! / vector![1]!))).toEqual(texts.map(({ length }) => length));
  expect(service.calls).toEqual([texts.slice(0, 3), texts.slice(3, 5), texts.slice(5)]);
});

test("a transient failure is retried once, and a remaining failure is not cached", async () => {
  const service = embedderOf((call, texts) => (call <= 2 ? Effect.fail(away) : Effect.succeed(byLength(texts))));
  const use = useOf({ service, capabilities }, { dimension: 2 });
  expect(await run(Effect.flip(opened.embeddings.query(use, "one")))).toMatchObject({ message: "away" });
  expect(service.calls).toHaveLength(2);
  expect(await run(opened.embeddings.query(use, "one"))).toHaveLength(2);
  expect(service.calls).toHaveLength(3);
});

test("a query fails during a long pause instead of waiting, and makes no call", async () => {
  const slow = new PluginError({ plugin: "p", reason: "rate_limited", message: "slow down", retryAfterSeconds: 60 });
  const service = embedderOf(() => Effect.fail(slow));
  const use = useOf({ service, capabilities }, { dimension: 2 });
  for (const text of ["one", "two", "three"]) {
    const error = await run(Effect.flip(opened.embeddings.query(use, text)));
    expect(error).toMatchObject({ reason: "rate_limited" });
    expect(error.retryAfterSeconds).toBeGreaterThan(50);
  }
  expect(service.calls).toEqual([["one"]]);
});

test("an interrupted query does not affect others that wait for the same text", async () => {
  const gate = Deferred.makeUnsafe<void>();
  const service = embedderOf((_, texts) => Effect.andThen(Deferred.await(gate), Effect.succeed(byLength(texts))));
  const use = useOf({ service, capabilities }, { dimension: 2 });
  const vector = await run(
    Effect.gen(function* () {
      const first = yield* Effect.forkChild(opened.embeddings.query(use, "one"));
      const second = yield* Effect.forkChild(opened.embeddings.query(use, "one"));
      while (service.calls.length === 0) yield* Effect.sleep(1);
      const third = yield* Effect.forkChild(opened.embeddings.query(use, "one"));
      yield* Effect.yieldNow;
      yield* Fiber.interrupt(first);
      yield* Deferred.succeed(gate, undefined);
      yield* Fiber.join(third);
      return yield* Fiber.join(second);
    }),
  );
  expect(vector).toHaveLength(2);
  expect(service.calls).toEqual([["one"]]);
});

test("a query that is interrupted before its call is not sent", async () => {
  const service = answering();
  const use = useOf({ service, capabilities }, { dimension: 2 });
  await run(
    Effect.gen(function* () {
      const gone = yield* Effect.forkChild(opened.embeddings.query(use, "gone"), { startImmediately: true });
      const stays = yield* Effect.forkChild(opened.embeddings.query(use, "stays"), { startImmediately: true });
      yield* Fiber.interrupt(gone);
      yield* Fiber.join(stays);
    }),
  );
  expect(service.calls).toEqual([["stays"]]);
});

test("a call is cancelled when its last waiting query is interrupted, and a later query makes a new call", async () => {
  const ended: string[] = [];
  const service = embedderOf((call, texts) =>
    call > 1
      ? Effect.succeed(byLength(texts))
      : Effect.never.pipe(Effect.onInterrupt(() => Effect.sync(() => void ended.push(...texts)))),
  );
  const use = useOf({ service, capabilities }, { dimension: 2 });
  await run(
    Effect.gen(function* () {
      const first = yield* Effect.forkChild(opened.embeddings.query(use, "one"));
      const second = yield* Effect.forkChild(opened.embeddings.query(use, "three"));
      while (service.calls.length === 0) yield* Effect.sleep(1);
      yield* Fiber.interrupt(first);
      yield* Effect.sleep(10);
      expect(ended).toEqual([]);
      yield* Fiber.interrupt(second);
      const again = yield* opened.embeddings.query(use, "one");
      expect(again).toHaveLength(2);
    }),
  );
  expect(ended).toEqual(["one", "three"]);
  expect(service.calls).toEqual([["one", "three"], ["one"]]);
});
