import type { VectorRecord, VectorStoreV1 } from "@quarry/plugin";
import { expect, test } from "vitest";
import { clusteredVectors } from "./support/clustered-vectors.ts";
import { nearest } from "./support/nearest.ts";
import { openStore, run, temporaryFolder } from "./support/open-store.ts";
import { runUntilKilled } from "./support/run-until-killed.ts";

const ROUNDS = 5;

/** On a fast machine they exceed one page. */
const recordsOf = async (store: VectorStoreV1): Promise<readonly VectorRecord[]> => {
  const records: VectorRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await run(store.list("crash", { cursor, limit: 10_000 }));
    records.push(...page.records);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return records;
};

test(`SIGKILL while a graph is built and stored leaves a collection with correct searches (${ROUNDS} rounds)`, async () => {
  const folder = await temporaryFolder();
  const next = clusteredVectors({ dimension: 32, clusters: 20, seed: 1_000 });
  for (let round = 0; round < ROUNDS; round += 1) {
    const acknowledged = await runUntilKilled("./graph-child.ts", { folder, round, mostMs: 300 });
    expect(acknowledged.length).toBeGreaterThan(0);
    const { store, close } = await openStore(folder, { cacheMemoryMb: 4, indexFromRows: 100 });
    const records = await recordsOf(store);
    const ids = records.map(({ id }) => id);
    expect(acknowledged.filter((batch) => !ids.includes(`${batch}-199`))).toEqual([]);
    let missed = 0;
    for (let query = 0; query < 10; query += 1) {
      const vector = next();
      const truth = nearest(records, vector, ids.length);
      const { hits } = await run(store.search("crash", { vector, topK: 10 }));
      expect(hits).toHaveLength(10);
      const cosines = new Map(truth.map(({ id, cosine }) => [id, cosine]));
      expect(hits.every(({ id, cosine }) => Math.abs(cosine - cosines.get(id)!) < 1e-6)).toBe(true);
      missed += hits.filter(({ cosine }) => cosine < truth[9]!.cosine - 1e-6).length;
    }
    expect(missed).toBeLessThanOrEqual(3);
    // Each round leaves some of its records to the next one, under numbers that an index may already contain.
    const old = ids.filter((_, i) => i % 2 === 0);
    await run(store.deleteByIds("crash", old));
    await close();
  }
}, 240_000);
