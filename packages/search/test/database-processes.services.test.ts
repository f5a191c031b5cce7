import type { PassageIndexError } from "@quarry/index";
import { openTcpProxy } from "@quarry/services";
import { Effect } from "effect";
import { afterAll, expect, test } from "vitest";

import { checkCrashes } from "./support/check-crashes.ts";
import { failure, openLayer, run } from "./support/index-home.ts";
import { mariadbHomes, mysqlLayer } from "./support/mariadb-home.ts";
import { passageOf } from "./support/passage-of.ts";
import { ZipfTexts } from "../../index/test/support/zipf-text.ts";

const mariadb = mariadbHomes();
afterAll(mariadb.drop);

test("two writer processes are killed repeatedly; a third process never sees a partial put", async () => {
  const place = { kind: "mysql", url: await mariadb.url() } as const;
  const kills = Number(process.env["QUARRY_CRASH_ROUNDS"] ?? 4);
  await checkCrashes({ place, collection: "crashes", kills, writers: 2, readsMeanwhile: true });
}, 300_000);

test("a collection dropped during reads returns complete results, then not_found", async () => {
  await using home = await mariadb.makeHome();
  const [reading, writing] = [await home.open(), await home.open()];
  const c = home.collection;
  const texts = new ZipfTexts(5, 800);
  await run(writing.index.ensure(c));
  const passages = Array.from({ length: 3_000 }, (_, number) => passageOf(number, `granite ${texts.text(10)}`));
  await run(writing.index.put(c, passages));
  let isDropped = false;
  const reads = Array.from({ length: 4 }, async () => {
    for (;;) {
      const wasDropped = isDropped;
      const outcome = await run(reading.index.keywordSearch(c, { query: "granite", topK: 4_000 })).then(
        ({ hits }) => hits.length,
        (error: { readonly reason: string }) => error.reason,
      );
      expect(wasDropped ? ["not_found"] : [3_000, "not_found"]).toContain(outcome);
      if (outcome === "not_found") return;
    }
  });
  await run(writing.index.drop(c));
  isDropped = true;
  await Promise.all(reads);
  expect((await failure(writing.index.put(c, passages.slice(0, 3)))).reason).toBe("not_found");
  await run(writing.index.ensure(c));
  expect(await run(reading.index.count(c))).toBe(0);
  expect((await run(reading.index.keywordSearch(c, { query: "granite", topK: 5 }))).hits).toEqual([]);
});

test("a search sees every earlier write of another process, despite cached state", async () => {
  await using home = await mariadb.makeHome();
  const [reading, writing] = [await home.open(), await home.open()];
  const c = home.collection;
  await run(writing.index.ensure(c));
  await run(writing.index.put(c, [passageOf(0, "granite and slate"), passageOf(1, "granite alone")]));
  const find = async () => {
    const { hits } = await run(reading.index.keywordSearch(c, { query: "granite", topK: 9 }));
    const scores = await run(reading.index.keywordScores(c, "granite", ["chunk-0", "chunk-1", "chunk-2"]));
    for (const { id, score } of hits) expect(scores.get(id)).toBe(score);
    return { ids: hits.map(({ id }) => id).sort(), scored: [...scores.keys()].sort() };
  };
  const both = { ids: ["chunk-0", "chunk-1"], scored: ["chunk-0", "chunk-1"] };
  // Repeated often enough that the collection is classified as one without writers.
  for (let times = 0; times < 3; times += 1) expect(await find()).toEqual(both);
  await run(writing.index.put(c, [passageOf(2, "granite granite granite")]));
  expect(await find()).toEqual({ ids: ["chunk-0", "chunk-1", "chunk-2"], scored: ["chunk-0", "chunk-1", "chunk-2"] });
  await run(writing.index.removeIds(c, ["chunk-2"]));
  for (let times = 0; times < 3; times += 1) expect(await find()).toEqual(both);
  await run(writing.index.remake(c));
  expect(await find()).toEqual({ ids: [], scored: [] });
  await run(writing.index.put(c, [passageOf(1, "granite again")]));
  for (let times = 0; times < 3; times += 1) expect(await find()).toEqual({ ids: ["chunk-1"], scored: ["chunk-1"] });
  await run(writing.index.drop(c));
  expect((await failure(reading.index.keywordSearch(c, { query: "granite", topK: 9 }))).reason).toBe("not_found");
});

test("a database that becomes unavailable fails every call as retryable", async () => {
  const url = new URL(await mariadb.url());
  const proxy = await openTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  const { index, close } = await openLayer(mysqlLayer(url.href));
  await run(index.ensure("away"));
  await run(index.put("away", [passageOf(1, "granite")]));
  await proxy.close();
  for (const effect of [
    index.put("away", [passageOf(2, "marble")]),
    index.keywordSearch("away", { query: "granite", topK: 1 }),
    index.termFrequencies("away", ["granit"]),
    index.get("away", ["chunk-1"]),
    index.removeDocument("away", "handbook"),
    index.drop("away"),
  ]) {
    const error = await failure(effect);
    expect([error.reason, error.isRetryable]).toEqual(["unavailable", true]);
  }
  await close();
});

test("broken connections are reopened", async () => {
  const url = new URL(await mariadb.url());
  const proxy = await openTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  const { index, close } = await openLayer(mysqlLayer(url.href));
  await run(index.ensure("cut"));
  for (let round = 0; round < 3; round++) {
    // Operations in flight when the connections break may fail with a retryable error; a later attempt succeeds.
    await expect
      .poll(() => outcomeOf(index.put("cut", [passageOf(round, "granite")])), { timeout: 100_000 })
      .toBe("done");
    proxy.cut();
    const search = Effect.map(index.keywordSearch("cut", { query: "granite", topK: 9 }), ({ hits }) => hits.length);
    await expect.poll(() => outcomeOf(search), { timeout: 100_000 }).toBe(round + 1);
  }
  await close();
  await proxy.close();
}, 400_000);

/** Returns the value of the effect, "done" if it has none, or the failure. */
const outcomeOf = <A>(effect: Effect.Effect<A, PassageIndexError>): Promise<A | string> =>
  run(
    Effect.match(effect, {
      onSuccess: (value) => value ?? "done",
      onFailure: (error) => (error.isRetryable ? "retryable" : String(error)),
    }),
  );
