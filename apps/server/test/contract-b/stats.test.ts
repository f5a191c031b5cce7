import { expect, test } from "vitest";
import type { Failure } from "../harness/api.ts";
import { useServer } from "../harness/test-server.ts";

const server = useServer();

interface Stats {
  readonly collections: number;
  readonly documents: Record<string, number>;
  readonly webhooks: number;
  readonly queue: Record<string, number>;
}

const platform = () => server.api.expect<Stats>(200, "GET", "/v1/stats");
const ofCollection = (name: string) =>
  server.api.call<Record<string, unknown> & Failure>("GET", `/v1/collections/${name}/stats`);

const NOTHING = {
  collections: 0,
  documents: {
    total: 0,
    ready: 0,
    pending: 0,
    processing: 0,
    failed: 0,
    total_chunks: 0,
    total_tokens: 0,
    total_size_bytes: 0,
  },
  webhooks: 0,
  queue: { queued: 0, completed: 0, failed: 0, pending: 0, processing: 0 },
};

const TEXT = "Ten words about the way in which a heron fishes.";

test("the statistics follow every change exactly and immediately", async () => {
  expect(await platform()).toEqual(NOTHING);

  await server.api.createCollection("counted");
  await server.api.createCollection("empty");
  expect(await platform()).toEqual({ ...NOTHING, collections: 2 });
  expect((await ofCollection("empty")).body).toEqual({
    collection: "empty",
    document_count: 0,
    total_chunks: 0,
    total_tokens: 0,
    total_size_bytes: 0,
    status_counts: { ready: 0, pending: 0, processing: 0, failed: 0 },
  });

  const ready = await server.api.ingest({ collection: "counted", filename: "a.txt", bytes: TEXT });
  const failed = await server.api.ingest({ collection: "counted", filename: "b.txt", bytes: "" });
  expect([ready.status, failed.status]).toEqual(["ready", "failed"]);
  const collection = (await ofCollection("counted")).body;
  expect(collection).toEqual({
    collection: "counted",
    document_count: 2,
    total_chunks: 1,
    total_tokens: expect.any(Number),
    total_size_bytes: TEXT.length,
    status_counts: { ready: 1, pending: 0, processing: 0, failed: 1 },
  });
  expect(collection["total_tokens"]).toBeGreaterThan(9);
  expect(await platform()).toEqual({
    collections: 2,
    documents: {
      total: 2,
      ready: 1,
      pending: 0,
      processing: 0,
      failed: 1,
      total_chunks: 1,
      total_tokens: collection["total_tokens"],
      total_size_bytes: TEXT.length,
    },
    webhooks: 0,
    queue: { queued: 0, completed: 1, failed: 1, pending: 0, processing: 0 },
  });

  await server.api.deleteDocument("counted", ready.id);
  expect((await ofCollection("counted")).body).toMatchObject({ document_count: 1, total_chunks: 0, total_tokens: 0 });
  await server.api.deleteCollection("counted");
  expect(await platform()).toMatchObject({ collections: 1, documents: NOTHING.documents });
});

test("counts are consistent while documents are processed", async () => {
  await server.api.createCollection("busy");
  const uploads = Array.from({ length: 20 }, (_, index) =>
    server.api.upload({ collection: "busy", filename: `${index}.txt`, bytes: TEXT }),
  );
  const documents = await Promise.all(uploads);
  let settled = 0;
  while (settled < documents.length) {
    const { documents: counts, queue } = await platform();
    expect(counts["total"]).toBe(20);
    expect(counts["ready"]! + counts["pending"]! + counts["processing"]! + counts["failed"]!).toBe(20);
    expect(counts["total_chunks"]).toBe(counts["ready"]);
    expect(queue["queued"]).toBe(queue["pending"]! + queue["processing"]!);
    settled = counts["ready"]!;
  }
  const { status_counts } = (await ofCollection("busy")).body;
  expect(status_counts).toEqual({ ready: 20, pending: 0, processing: 0, failed: 0 });
});

test("webhooks are counted", async () => {
  const before = (await platform()).webhooks;
  const json = { url: "http://localhost:9/hook", events: ["document.ready"] };
  const { id } = await server.api.expect<{ id: string }>(201, "POST", "/v1/admin/webhooks", { json });
  expect((await platform()).webhooks).toBe(before + 1);
  await server.api.expect(200, "DELETE", `/v1/admin/webhooks/${id}`);
  expect((await platform()).webhooks).toBe(before);
});

test("an unknown collection returns 404", async () => {
  expect(await ofCollection("nowhere")).toMatchObject({
    status: 404,
    body: { detail: 'collection "nowhere" does not exist' },
  });
});

const MODELS = [
  ["provider_a", "text-embedding-3-small", 1536],
  ["provider_a", "text-embedding-3-large", 3072],
  ["provider_b", "embed-english-v3.0", 1024],
  ["provider_b", "embed-multilingual-v3.0", 1024],
  ["provider_b", "embed-english-light-v3.0", 384],
  ["provider_b", "embed-multilingual-light-v3.0", 384],
].map(([provider, model, dimension]) => ({ provider, model, dimension, description: expect.stringMatching(/\w/) }));

test("the embedding models are the six of the contract, in its order", async () => {
  expect(await server.api.expect(200, "GET", "/v1/embeddings/models")).toEqual({ models: MODELS });
  expect(await server.api.expect(200, "GET", "/v1/embeddings/models?all=false")).toEqual({ models: MODELS });
});

test("all=true adds the models of the other configured embedders", async () => {
  const answer = await server.api.expect<{ models: { provider: string }[] }>(
    200,
    "GET",
    "/v1/embeddings/models?all=true",
  );
  expect(answer.models.slice(0, 6)).toEqual(MODELS);
  const local = (model: string) => ({ provider: "local", model, dimension: 1024, description: expect.any(String) });
  // Models of older collections are listed after the default of new ones.
  expect(answer.models.slice(6)).toEqual([local("quarry-local-v2"), local("quarry-local-v1")]);
  const made = await server.api.createCollection("of_the_listed_model");
  expect(answer.models[6]).toMatchObject({ model: made.embedding_model, dimension: made.dimension });
  expect((await server.api.call("GET", "/v1/embeddings/models?all=yes")).status).toBe(400);
});
