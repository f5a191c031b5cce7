import { createServer } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { TestServer } from "./harness/test-server.ts";

// Cohere's client leaves a timer of an hour running for each call that ended without a response.
test("a service stops cleanly after calls to an unreachable provider", async () => {
  const unused = createServer().listen(0, "127.0.0.1");
  await once(unused, "listening");
  const { port } = unused.address() as { port: number };
  unused.close();
  const server = await TestServer.start({ CO_API_URL: `http://127.0.0.1:${port}` });
  try {
    const { api } = server;
    await api.createCollection("away", { reranking_enabled: true, reranking_api_key: "a-key-that-is-not-used" });
    await api.ingest({ collection: "away", filename: "a.txt", bytes: "Herons stand in shallow water." });
    const answer = await api.call("POST", "/v1/collections/away/query", { json: { query: "herons" } });
    expect([answer.status, answer.headers.get("x-rerank-status")]).toEqual([200, "failed"]);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  } finally {
    await server.dispose();
  }
});
