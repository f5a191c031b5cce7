import type { EmbedRequest } from "@quarry/plugin";
import { Embeddings, EmbeddingCache, EmbedderTrainings, type EmbeddingsShape } from "@quarry/embedding";
import {
  CollectionRepository,
  type CollectionRepositoryService,
  EmbedderTrainingRepository,
  type EmbedderTrainingRepositoryService,
  sqliteDatabaseLayer,
} from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { TestClock } from "effect/testing";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { capabilitiesOf, useOf } from "./embedding-fixture.ts";

const METHOD = "words-1";
const DIMENSION = 4;

/**
 * Stands in for a plugin that learns: a query's vector contains the number of the trained projection that produced it.
 */
const requests: EmbedRequest[] = [];
const learning = useOf(
  {
    name: "learning",
    capabilities: capabilitiesOf({
      credential: "none",
      fitting: { method: METHOD, minTexts: 1, maxTexts: 10, minDimension: 1, maxDimension: 10 },
    }),
    service: {
      health: Effect.void,
      embed: (request) =>
        Effect.sync(() => {
          requests.push(request);
          const vector = new Float32Array(DIMENSION);
          vector[request.inputType === "query" ? (request.fit?.[0] ?? 0) : 0] = 1;
          return { vectors: request.texts.map(() => vector) };
        }),
    },
  },
  { collectionId: "", model: "m", dimension: DIMENSION, credential: undefined },
);

let directory: string;
let process: ReturnType<typeof openProcess>;
let other: ReturnType<typeof openProcess>;
let embeddings: EmbeddingsShape;
let collections: CollectionRepositoryService;
let fits: EmbedderTrainingRepositoryService;

const openProcess = () => {
  const repositories = Layer.mergeAll(EmbedderTrainingRepository.layer, CollectionRepository.layer).pipe(
    Layer.provideMerge(sqliteDatabaseLayer({ path: join(directory, "quarry.db") })),
  );
  const platform = Embeddings.layer.pipe(
    Layer.provide(Layer.mergeAll(EmbeddingCache.layerNone, EmbedderTrainings.layer)),
  );
  return ManagedRuntime.make(Layer.mergeAll(platform, TestClock.layer()).pipe(Layer.provideMerge(repositories)));
};

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "quarry-fits-"));
  requests.length = 0;
  process = openProcess();
  other = openProcess();
  embeddings = await process.runPromise(Embeddings);
  collections = await other.runPromise(CollectionRepository);
  fits = await other.runPromise(EmbedderTrainingRepository);
});
afterEach(async () => {
  await process.dispose();
  await other.dispose();
  rmSync(directory, { recursive: true });
});

const newCollection = async (name: string) => {
  const { id } = await other.runPromise(
    collections.insert({
      id: crypto.randomUUID(),
      name,
      description: "",
      embeddingProvider: "learning",
      embeddingModel: "m",
      embeddingApiKey: null,
      dimension: DIMENSION,
      chunkSize: 512,
      chunkOverlap: 50,
      rerankingEnabled: false,
      rerankingModel: "none",
      rerankingApiKey: null,
      defaultTopK: 10,
      defaultMinScore: null,
      defaultSearchMode: "semantic",
      metadata: {},
    }),
  );
  return id;
};
const learn = (collectionId: string, seed: number, by = {}) => {
  const maker = { provider: "learning", model: "m", dimension: DIMENSION, method: METHOD, ...by };
  return other.runPromise(
    fits.put({ ...maker, collectionId, chunkCount: 1, chunkChurn: 1, bytes: Uint8Array.of(seed) }),
  );
};
/**
 * Returns the number of the trained projection behind a query's vector, as known to the first process. The other
 * process trains.
 */
const fitOf = async (collectionId: string, text = "a question") => {
  const vector = (await process.runPromise(embeddings.query({ ...learning, collectionId }, text)))!;
  return vector.indexOf(1);
};
const afterASecond = () => process.runPromise(TestClock.adjust("1001 millis"));

test("queries use their collection's newest training a second after another process stores it, never an older one", async () => {
  const [one, two] = [await newCollection("one"), await newCollection("two")];
  expect(await fitOf(one)).toBe(0);
  await learn(one, 1);
  await afterASecond();
  expect(await fitOf(one)).toBe(1);
  expect(await fitOf(two)).toBe(0);
  await learn(one, 2);
  await learn(two, 3);
  await afterASecond();
  expect(await fitOf(one)).toBe(2);
  expect(await fitOf(two)).toBe(3);
  await other.runPromise(fits.remove(one));
  await afterASecond();
  expect(await fitOf(one)).toBe(0);
});

test("a query is embedded once per training, and the training's bytes stay the same object", async () => {
  const one = await newCollection("one");
  await learn(one, 1);
  for (let round = 0; round < 3; round += 1) await fitOf(one);
  expect(requests).toHaveLength(1);
  await fitOf(one, "another question");
  await afterASecond();
  await fitOf(one, "a third question");
  expect(requests).toHaveLength(3);
  expect(new Set(requests.map(({ fit }) => fit)).size).toBe(1);
});

test("a training of another model, dimension, method or provider is not used", async () => {
  for (const by of [{ model: "old" }, { dimension: 8 }, { method: "words-0" }, { provider: "former" }]) {
    const id = await newCollection(`c${Object.keys(by)[0]}`);
    await learn(id, 1, by);
    expect(await fitOf(id)).toBe(0);
  }
});

test("documents, and embedders without training, receive no trained data", async () => {
  const one = await newCollection("one");
  await learn(one, 1);
  await process.runPromise(
    embeddings.documents({ ...learning, collectionId: one }, [{ text: "a text", tokenCount: 2 }]),
  );
  const { fitting: _, ...capabilities } = learning.embedder.capabilities;
  const plain = { ...learning, collectionId: one, embedder: { ...learning.embedder, capabilities } };
  await process.runPromise(embeddings.query(plain, "a question"));
  expect(requests).toHaveLength(2);
  for (const request of requests) expect(request).not.toHaveProperty("fit");
});
