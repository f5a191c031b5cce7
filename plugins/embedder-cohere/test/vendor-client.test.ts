import { startCohereServer, textVector } from "@quarry/provider-servers";
import { Cohere, CohereClientV2 } from "cohere-ai";
import { afterAll, expect, test } from "vitest";

// Tests the loopback server, on which the other tests rely, with the vendor's own client used as intended.

const KEY = "co-vendor-0123456789";
const server = await startCohereServer({ keys: [KEY] });
afterAll(() => server.close());

const client = new CohereClientV2({ baseUrl: server.url, token: KEY, maxRetries: 0 });
const ask = (model = "embed-v4.0", outputDimension?: number) =>
  client.embed({
    ...{ model, texts: ["herons", "glaciers"], inputType: "search_document", embeddingTypes: ["float"] },
    ...(outputDimension !== undefined && { outputDimension }),
  });

test("the vendor's client reads the vectors and the billed units", async () => {
  const answer = await ask("embed-v4.0", 256);
  expect(answer.embeddings.float?.map((vector) => Float32Array.from(vector))).toEqual([
    textVector("herons", 256),
    textVector("glaciers", 256),
  ]);
  expect(answer.meta?.billedUnits?.inputTokens).toBeGreaterThan(0);
  expect(answer.responseType).toBe("embeddings_by_type");
});

test("the vendor's client reads the ranking", async () => {
  const documents = ["glaciers move", "herons stand in water", "herons"];
  const { results } = await client.rerank({ model: "rerank-v3.5", query: "herons stand", documents, topN: 2 });
  expect(results).toEqual([
    { index: 1, relevanceScore: 1 },
    { index: 2, relevanceScore: 0.5 },
  ]);
});

test("the vendor's client recognizes the errors", async () => {
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(await refused(ask("none"))).toBeInstanceOf(Cohere.NotFoundError);
  expect(await refused(ask("embed-english-v3.0", 256))).toBeInstanceOf(Cohere.BadRequestError);
  server.faults.queue("rate_limited", "server_error");
  expect(await refused(ask())).toBeInstanceOf(Cohere.TooManyRequestsError);
  expect(await refused(ask())).toBeInstanceOf(Cohere.InternalServerError);
  server.revokeKey(KEY);
  expect(await refused(ask())).toBeInstanceOf(Cohere.UnauthorizedError);
});
