import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { VectorStoreV1 } from "@quarry/plugin";
import { Effect } from "effect";
import { describe, expect, test } from "vitest";
import { openStore, recordOf, run, temporaryFolder, vectorOf } from "./support/open-store.ts";

const DIMENSION = 96;
const RECORDS = 150;
/** Odd, so that all parts of a page are hit. */
const STEP = 911;
const QUERY = vectorOf(3, DIMENSION);

/** Returns all results of a store, for comparison. */
const answers = async (store: VectorStoreV1, collection: string) => ({
  count: await run(store.count(collection)),
  hits: await run(store.search(collection, { vector: QUERY, topK: 20 })),
  filtered: await run(store.count(collection, { type: "equals", field: "seed", value: 7 } as never)).catch(() => 0),
  cosines: [...(await run(store.cosines!(collection, QUERY, ["r3", "r77", "r149"])))],
  some: (await run(store.get(collection, ["r3", "r77", "r149"]))).map(({ id, text, metadata }) => ({
    id,
    text,
    metadata,
  })),
  all: (await run(store.list(collection, { limit: 1_000 }))).records.map(({ id, vector }) => ({
    id,
    vector: [...vector],
  })),
});

const replace = (folder: string, collection: string, bytes: Buffer): void => {
  const path = join(folder, `collection-${collection}.sqlite`);
  for (const suffix of ["-wal", "-shm", "-index", "-graph", "-columns"]) rmSync(path + suffix, { force: true });
  writeFileSync(`${path}-new`, bytes);
  renameSync(`${path}-new`, path);
};

const filled = async () => {
  const folder = await temporaryFolder();
  const first = await openStore(folder);
  for (const collection of ["vectors", "others"]) {
    await run(first.store.ensureCollection({ collection, dimension: DIMENSION }));
    const records = Array.from({ length: RECORDS }, (_, at) => recordOf(`r${at}`, at, DIMENSION));
    await run(first.store.upsert(collection, records));
    await run(first.store.deleteByIds(collection, ["r7", "r50"]));
  }
  await first.close();
  const read = (collection: string): Buffer => readFileSync(join(folder, `collection-${collection}.sqlite`));
  return { folder, bytes: read("vectors"), others: read("others") };
};

// In full, as codes with a graph, and from the file: each reads vectors in its own way.
const WAYS = [
  ["in full", {}],
  ["as codes", { indexFromRows: 20 }],
] as const;

describe.each(WAYS)("a collection cached %s", (_, settings) => {
  test(
    "a changed byte anywhere in its file is reported as damage or changes no result",
    { timeout: 240_000 },
    async () => {
      const { folder, bytes } = await filled();
      const { store } = await openStore(folder, settings);
      const right = await answers(store, "vectors");
      const reported = new Set<string>();
      for (let at = 0; at < bytes.length; at += STEP) {
        for (const mask of [0xff, 0x01]) {
          const changed = Buffer.from(bytes);
          changed[at]! ^= mask;
          replace(folder, "vectors", changed);
          const outcome = await answers(store, "vectors").catch((error: { readonly reason: string }) => error.reason);
          if (typeof outcome === "string") reported.add(outcome);
          else expect({ at, mask, outcome }).toEqual({ at, mask, outcome: right });
        }
      }
      expect([...reported]).toEqual(["damaged"]);
      expect(await run(store.count("others"))).toBe(RECORDS - 2);
      replace(folder, "vectors", bytes);
      expect(await answers(store, "vectors")).toEqual(right);
    },
  );
});

test("reads and writes of an empty, truncated or swapped file fail with the reason", async () => {
  const { folder, bytes, others } = await filled();
  const { store } = await openStore(folder);
  for (const [wrong, reason, message] of [
    [Buffer.alloc(0), "not_found", /no vector collection/],
    [bytes.subarray(0, bytes.length >> 1), "damaged", /^collection-vectors\.sqlite: The file is damaged/],
    [others, "damaged", /^collection-vectors\.sqlite: The file is that of others/],
  ] as const) {
    replace(folder, "vectors", Buffer.from(wrong));
    const reported = { reason, message: expect.stringMatching(message) };
    expect(await run(Effect.flip(store.count("vectors")))).toMatchObject(reported);
    expect(await run(Effect.flip(store.upsert("vectors", [recordOf("new", 1, DIMENSION)])))).toMatchObject({ reason });
  }
  replace(folder, "vectors", bytes);
  expect(await run(store.count("vectors"))).toBe(RECORDS - 2);
});

test("a file removed while it is open is neither read nor written", async () => {
  const { folder } = await filled();
  const { store } = await openStore(folder);
  await run(store.upsert("vectors", [recordOf("late", 500, DIMENSION)]));
  const path = join(folder, "collection-vectors.sqlite");
  renameSync(path, `${path}-away`);
  expect(await run(Effect.flip(store.count("vectors")))).toMatchObject({ reason: "not_found" });
  expect(await run(Effect.flip(store.upsert("vectors", [recordOf("lost", 1, DIMENSION)])))).toMatchObject({
    reason: "not_found",
  });
  renameSync(`${path}-away`, path);
  expect(await run(store.count("vectors"))).toBe(RECORDS - 1);
});

test("a file from before checksums remains readable and writable", async () => {
  const { folder } = await filled();
  const before = await openStore(folder);
  const right = await answers(before.store, "vectors");
  await before.close();
  const database = new DatabaseSync(join(folder, "collection-vectors.sqlite"));
  database.exec(`update record set vector = substr(vector, 1, ${DIMENSION * 4});
    delete from setting where name = 'owner'; update setting set value = 1 where name = 'format'`);
  database.close();
  const { store } = await openStore(folder);
  expect(await answers(store, "vectors")).toEqual(right);
  await run(store.upsert("vectors", [recordOf("new", 200, DIMENSION)]));
  expect((await run(store.get("vectors", ["new"])))[0]!.text).toBe("text 200");
});
