import { startOpenAiServer } from "@quarry/provider-servers";
import { expect, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";

const paragraphs = Array.from(
  { length: 500 },
  (_, number) => `Paragraph ${number} tells of heron ${number * 7}. ${"It waits for fish at the pond. ".repeat(9)}`,
);

test("a document is embedded by several concurrent calls; a failed one leaves no results of the document", async () => {
  await using openai = await startOpenAiServer({ latencyMs: 200 });
  const server = await TestServer.start({ OPENAI_BASE_URL: `${openai.url}/v1` });
  try {
    await server.api.createCollection("ponds", {
      embedding_provider: "provider_a",
      embedding_api_key: "sk-test-0123456789",
      chunk_size: 64,
      chunk_overlap: 0,
    });
    openai.faults.queue("none", "none", "none", "quota_used_up");
    const bytes = paragraphs.join("\n\n");
    const failed = await server.api.ingest({ collection: "ponds", filename: "ponds.txt", bytes }, 120_000);
    expect(failed.status).toBe("failed");
    const query = { query: "heron 70", search_mode: "keyword" };
    expect((await server.api.query("ponds", query)).results).toEqual([]);

    openai.record.clear();
    const ready = await server.api.ingest({ collection: "ponds", filename: "again.txt", bytes }, 120_000);
    expect(ready).toMatchObject({ status: "ready", error_message: null });
    expect(openai.record.maxConcurrent).toBeGreaterThan(1);
    expect(openai.record.maxConcurrent).toBeLessThanOrEqual(8);
    expect((await server.api.query("ponds", query)).results.length).toBeGreaterThan(0);
    expect(server.process.isRunning).toBe(true);
  } finally {
    await server.dispose();
  }
});
