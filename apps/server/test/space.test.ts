import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

const DIMENSION = 256;
const VECTORS = 4_000;
const LEFT = 200;
const AT_ONCE = 500;
const MB = 1_048_576;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

/** Returns the total size in bytes of the files below the data folder whose names have one of these endings. */
const bytesOf = (...endings: readonly string[]): number => {
  const folder = server.folder.file(".");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
};

const vector = (seed: number) =>
  Array.from({ length: DIMENSION }, (_, i) => Math.sin((seed + 1) * 12.9 + (i + 1) * 78.2));

const post = async (path: string, json: unknown) => {
  const answer = await server.api.call<{ readonly results: readonly unknown[] }>(
    "POST",
    `/v1/collections/space/${path}`,
    { json },
  );
  expect(answer.status).toBe(200);
  return answer.body;
};

test(
  "files and write-ahead logs of a running service shrink after entries are deleted",
  { timeout: 240_000 },
  async () => {
    await server.api.createCollection("space", { dimension: DIMENSION });
    for (let from = 0; from < VECTORS; from += AT_ONCE) {
      const vectors = Array.from({ length: AT_ONCE }, (_, index) => ({
        id: `v${from + index}`,
        embedding: vector(from + index),
        text: `entry number${from + index} ${"of many that say something or other ".repeat(20)}`,
      }));
      await post("vectors/upsert", { vectors });
      expect(bytesOf("-wal")).toBeLessThan(16 * MB);
    }
    await until("the logs to be copied into the files", () => (bytesOf("-wal") < 3 * MB ? true : undefined));
    const before = bytesOf(".db", ".sqlite");
    expect(before).toBeGreaterThan(VECTORS * DIMENSION * 4);
    for (let from = LEFT; from < VECTORS; from += AT_ONCE) {
      const ids = Array.from({ length: Math.min(AT_ONCE, VECTORS - from) }, (_, index) => `v${from + index}`);
      await post("vectors/delete", { ids });
    }
    await until("the files to shrink", () => (bytesOf(".db", ".sqlite") < before / 4 ? true : undefined));
    for (const search_mode of ["keyword", "semantic"] as const) {
      const { results } = await post("query", { query: "number7", search_mode, top_k: LEFT + 100 });
      expect(results.length).toBeGreaterThan(0);
      expect(results.length).toBeLessThanOrEqual(LEFT);
    }
    expect(bytesOf("-wal")).toBeLessThan(16 * MB);
  },
);
