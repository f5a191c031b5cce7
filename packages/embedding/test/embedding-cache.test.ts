import { PluginError } from "@quarry/plugin";
import { Effect, Redacted } from "effect";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  byLength,
  capabilitiesOf,
  embedderOf,
  type OpenEmbeddings,
  openEmbeddings,
  run,
  textsOf,
  useOf,
} from "./embedding-fixture.ts";

const capabilities = capabilitiesOf();
let opened: OpenEmbeddings;

beforeEach(async () => {
  opened = await openEmbeddings();
});
afterEach(() => opened.close());

const answering = (dimension = 2) => embedderOf((_, texts) => Effect.succeed(byLength(texts, dimension)));

test("unchanged texts are embedded without a call, and an edit embeds only the changed text", async () => {
  const service = answering();
  const use = useOf({ service, capabilities }, { dimension: 2 });
  const texts = textsOf("a paragraph", 25);
  const first = await run(opened.embeddings.documents(use, texts));
  expect(service.calls.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(await run(opened.embeddings.documents(use, texts))).toEqual(first);
  expect(service.calls).toHaveLength(3);
  const edited = texts.with(7, { text: "another paragraph", tokenCount: 2 });
  const again = await run(opened.embeddings.documents(use, edited));
  expect(service.calls.slice(3)).toEqual([["another paragraph"]]);
  expect(again).toEqual(first.with(7, again[7]!));
});

test("the same text in another collection, with another key or twice in one document is embedded once", async () => {
  const service = answering();
  const use = useOf({ service, capabilities }, { dimension: 2 });
  await run(opened.embeddings.documents(use, [...textsOf("x", 4), ...textsOf("x", 4)]));
  await run(opened.embeddings.documents({ ...use, collectionId: "b" }, textsOf("x", 4)));
  await run(opened.embeddings.documents({ ...use, credential: Redacted.make("another") }, textsOf("x", 4)));
  expect(service.calls).toEqual([["x 0", "x 1", "x 2", "x 3"]]);
});

test("vectors are cached separately by model, dimension, provider and input type", async () => {
  const service = embedderOf((_, texts) => Effect.succeed(byLength(texts, texts[0] === "x 0" ? 2 : 3)));
  const use = useOf({ service, capabilities }, { dimension: 2 });
  const other = useOf({ service, capabilities, identity: "at another address" }, { dimension: 2 });
  await run(opened.embeddings.documents(use, textsOf("x", 1)));
  await run(opened.embeddings.documents({ ...use, model: "other" }, textsOf("x", 1)));
  await run(opened.embeddings.documents(other, textsOf("x", 1)));
  await run(opened.embeddings.query(use, "x 0"));
  expect(service.calls).toHaveLength(4);
  const three = answering(3);
  await run(opened.embeddings.documents(useOf({ service: three, capabilities }, { dimension: 3 }), textsOf("x", 1)));
  expect(three.calls).toHaveLength(1);
});

test("vectors received before a failure are cached", async () => {
  const service = embedderOf((call, texts) =>
    call === 3
      ? Effect.fail(new PluginError({ plugin: "p", reason: "unauthorized", message: "no" }))
      : Effect.succeed(byLength(texts)),
  );
  const embedder = { service, capabilities, pace: { concurrency: 1 } };
  const use = useOf(embedder, { dimension: 2 });
  await run(Effect.flip(opened.embeddings.documents(use, textsOf("x", 50))));
  expect(service.calls).toHaveLength(3);
  await run(opened.embeddings.documents(use, textsOf("x", 50)));
  expect(service.calls.slice(3).flat()).toHaveLength(30);
});

test("nothing is cached for an embedder with term statistics or with the cache disabled", async () => {
  const service = answering();
  const weighing = capabilitiesOf({ usesTermStatistics: true });
  const use = useOf({ service, capabilities: weighing }, { dimension: 2 });
  await run(opened.embeddings.documents(use, textsOf("x", 3)));
  await run(opened.embeddings.documents(use, textsOf("x", 3)));
  expect(service.calls).toHaveLength(2);
  expect(await run(opened.stored.size)).toEqual({ entries: 0, bytes: 0 });
  const off = await openEmbeddings({ enabled: false });
  const plain = useOf({ service, capabilities }, { dimension: 2 });
  await run(off.embeddings.documents(plain, textsOf("x", 3)));
  await run(off.embeddings.documents(plain, textsOf("x", 3)));
  expect(service.calls).toHaveLength(4);
  await off.close();
});

test("entries are evicted down to the size limit, also after a restart", async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-embedding-"));
  const small = await openEmbeddings({ maxMegabytes: 1 }, join(directory, "quarry.db"));
  const dimension = 1_024;
  const service = answering(dimension);
  const use = useOf({ service, capabilities: capabilitiesOf({ maxBatchTexts: 100 }) }, { dimension });
  for (let round = 0; round < 5; round += 1) {
    await run(small.embeddings.documents(use, textsOf(`round ${round}`, 100)));
  }
  // Eviction runs in the background and closing does not wait for it, so the test waits here.
  await vi.waitUntil(async () => (await run(small.stored.size)).bytes <= 1_048_576, { timeout: 30_000 });
  await small.close();
  const again = await openEmbeddings({ maxMegabytes: 1 }, join(directory, "quarry.db"));
  await run(again.embeddings.documents(use, textsOf("round 9", 3)));
  expect((await run(again.stored.size)).entries).toBeLessThan(300);
  await again.close();
  rmSync(directory, { recursive: true });
});

test("documents are embedded without the cache if it fails", async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-embedding-"));
  const path = join(directory, "quarry.db");
  const broken = await openEmbeddings({}, path);
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path);
  database.exec("drop table embedding_cache");
  database.close();
  const service = answering();
  const use = useOf({ service, capabilities }, { dimension: 2 });
  expect(await run(broken.embeddings.documents(use, textsOf("x", 3)))).toHaveLength(3);
  expect(service.calls).toHaveLength(1);
  await broken.close();
  rmSync(directory, { recursive: true });
});
