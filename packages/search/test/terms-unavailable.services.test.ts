import { makeDatabase, startOwnServer } from "@quarry/services";
import { expect, test } from "vitest";
import { failure, openLayer, run } from "./support/index-home.ts";
import { mysqlLayer } from "./support/mariadb-home.ts";
import { passageOf } from "./support/passage-of.ts";

test("a killed and restarted OpenSearch loses nothing, and no write is partially applied meanwhile", async () => {
  const server = await startOwnServer("opensearch");
  const { url, drop } = await makeDatabase();
  const { index, close } = await openLayer(mysqlLayer(url, `http://127.0.0.1:${server.port}`));
  try {
    await run(index.ensure("c"));
    await run(index.put("c", [passageOf(1, "granite rock"), passageOf(2, "granite"), passageOf(3, "marble")]));
    const found = () =>
      run(index.keywordSearch("c", { query: "granite", topK: 9 })).then(({ hits }) => hits.map(({ id }) => id));
    expect(await found()).toEqual(["chunk-2", "chunk-1"]);
    await server.kill();
    for (const effect of [
      index.keywordSearch("c", { query: "granite", topK: 1 }),
      index.put("c", [passageOf(4, "granite")]),
    ]) {
      const error = await failure(effect);
      expect([error.reason, error.isRetryable]).toEqual(["terms_unavailable", true]);
    }
    expect(await run(index.removeIds("c", ["chunk-2"]))).toBe(1);
    expect(await run(index.count("c"))).toBe(2);
    await server.start();
    await expect.poll(() => found().catch(() => "away"), { timeout: 60_000, interval: 500 }).toEqual(["chunk-1"]);
    await run(index.put("c", [passageOf(4, "granite")]));
    expect(await found()).toEqual(["chunk-4", "chunk-1"]);
    const counted = () => run(index.termFrequencies("c", ["granit"]));
    expect(await counted()).toEqual({ documentCount: 3, documentFrequencies: [2] });
  } finally {
    await close();
    await drop();
    await server.close();
  }
}, 300_000);
