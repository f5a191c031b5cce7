import { startOpenAiServer } from "@quarry/provider-servers";
import { expect, test } from "vitest";
import { TestServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

/** Chunks sent to the provider in one call. */
const CHUNKS_PER_CALL = 64;
/** Concurrent calls for one document. */
const CALLS_AT_ONCE = 8;

const paragraphs = Array.from(
  { length: 1_000 },
  (_, number) =>
    `Paragraph ${number} tells of heron ${number * 7} at pond ${number % 13}. ${"It waits for fish. ".repeat(12)}`,
);

test("a killed run pays twice only for calls in progress; the same text costs nothing, an edit its own chunks", async () => {
  await using openai = await startOpenAiServer({ latencyMs: 40 });
  const server = await TestServer.start({ OPENAI_BASE_URL: `${openai.url}/v1` });
  try {
    await server.api.createCollection("ponds", {
      embedding_provider: "provider_a",
      embedding_api_key: "sk-test-0123456789",
      chunk_size: 64,
      chunk_overlap: 0,
    });
    const bytes = paragraphs.join("\n\n");
    const { id } = await server.api.upload({ collection: "ponds", filename: "ponds.txt", bytes });
    await until("some answers", () => Promise.resolve(openai.record.answered.length >= 3 || undefined));
    await server.kill();
    await server.startAgain();
    expect(await server.api.settled("ponds", id)).toMatchObject({ status: "ready" });
    const { answeredTexts } = openai.record;
    const distinct = new Set(answeredTexts).size;
    expect(distinct).toBeGreaterThan(CHUNKS_PER_CALL * CALLS_AT_ONCE * 1.5);
    // Only responses that were not written yet, and calls in progress, are paid for twice.
    expect(answeredTexts.length - distinct).toBeLessThanOrEqual(CHUNKS_PER_CALL * CALLS_AT_ONCE);

    openai.record.clear();
    await server.api.ingest({ collection: "ponds", filename: "ponds.txt", bytes });
    expect(openai.record.calls).toEqual([]);

    const edited = paragraphs.with(200, "Here a kingfisher dives.").join("\n\n");
    await server.api.ingest({ collection: "ponds", filename: "ponds.txt", bytes: edited });
    expect(openai.record.answeredTexts.some((text) => text.includes("kingfisher"))).toBe(true);
    expect(openai.record.answeredTexts.length).toBeLessThan(distinct / 10);
  } finally {
    await server.dispose();
  }
});

test("the queries of a batch are embedded in one call, and repeated queries once", async () => {
  await using openai = await startOpenAiServer({ latencyMs: 40 });
  const server = await TestServer.start({ OPENAI_BASE_URL: `${openai.url}/v1` });
  try {
    await server.api.createCollection("ponds", {
      embedding_provider: "provider_a",
      embedding_api_key: "sk-test-0123456789",
    });
    await server.api.ingest({ collection: "ponds", filename: "ponds.txt", bytes: paragraphs[0]! });
    openai.record.clear();
    const queries = Array.from({ length: 20 }, (_, number) => {
      return {
        collection: "ponds",
        query: `heron ${number % 19}`,
        search_mode: number % 2 === 0 ? "hybrid" : "semantic",
      };
    });
    const answer = await server.api.call<{ results: object[] }>("POST", "/v1/batch/query", { json: { queries } });
    expect(answer.body.results.length).toBe(20);
    expect(openai.record.calls.length).toBe(1);
    expect(openai.record.answeredTexts.length).toBe(19);
  } finally {
    await server.dispose();
  }
});
