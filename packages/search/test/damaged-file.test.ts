import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type OpenIndex, openIndex, run } from "./support/open-index.ts";
import { takeFacts } from "./support/remove-field-values.ts";
import { passageOf } from "./support/passage-of.ts";
import { failure } from "./support/index-home.ts";

const PASSAGES = 120;
/** Odd, so that all parts of a page are hit. */
const STEP = 1_777;

const words = ["granite", "basalt", "marble", "slate", "chalk", "flint", "gneiss", "shale"];
const textOf = (number: number): string =>
  `${words[number % 8]} ${words[(number * 3 + 1) % 8]} number${number} lies under ${words[(number * 5) % 8]} ${"and sand ".repeat(number % 13)}`;

/** Returns all results of an index, for comparison. */
const answers = async (index: OpenIndex["index"], collection: string) => ({
  count: await run(index.count(collection)),
  all: await run(index.scan(collection, { limit: 1_000 })),
  some: await run(index.get(collection, ["chunk-3", "chunk-77", "chunk-119"])),
  page: await run(index.listChunks(collection, "handbook", 1, { limit: 20, after: 30 })),
  near: await run(index.spanTexts(collection, [{ documentId: "handbook", generation: 1, fromIndex: 5, toIndex: 9 }])),
  hits: await run(index.keywordSearch(collection, { query: "granite basalt number77", topK: 50 })),
  filtered: await run(
    index.keywordSearch(collection, {
      query: "marble",
      topK: 50,
      filter: { field: "chunk_index", operator: "eq", value: 18 } as never,
    }),
  ).catch(() => undefined),
  scores: [...(await run(index.keywordScores(collection, "slate sand", ["chunk-3", "chunk-11"])))],
  repaired: await run(index.repairQuery(collection, "granitte")),
  frequencies: await run(index.termFrequencies(collection, ["granit", "sand"])),
});

const fill = async (index: OpenIndex["index"], collection: string, haveBoxes = true): Promise<void> => {
  await run(index.ensure(collection));
  for (let start = 0; start < PASSAGES; start += 40) {
    const passages = Array.from({ length: 40 }, (_, at) =>
      passageOf(start + at, textOf(start + at), haveBoxes && at % 3 === 0 ? { layout: "gAgAgAgA".repeat(at) } : {}),
    );
    await run(index.put(collection, passages));
  }
  await run(index.removeIds(collection, ["chunk-7", "chunk-50"]));
};

/** Replaces a collection's file with a new one. */
const replace = (directory: string, collection: string, bytes: Buffer): void => {
  const path = join(directory, `${collection}.db`);
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
  writeFileSync(`${path}-new`, bytes);
  renameSync(`${path}-new`, path);
};

const filled = async (haveBoxes = true) => {
  const first = await openIndex();
  await fill(first.index, "c", haveBoxes);
  await fill(first.index, "other");
  await first.close();
  const read = (collection: string): Buffer => readFileSync(join(first.directory, `${collection}.db`));
  return { directory: first.directory, bytes: read("c"), others: read("other") };
};

test("a changed byte anywhere in a file is reported as damage or changes no result", { timeout: 240_000 }, async () => {
  const { directory, bytes } = await filled();
  await using open = await openIndex(directory);
  const right = await answers(open.index, "c");
  const reported = new Set<string>();
  for (let at = 0; at < bytes.length; at += STEP) {
    for (const mask of [0xff, 0x01]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= mask;
      replace(directory, "c", changed);
      const outcome = await answers(open.index, "c").catch((error: { readonly reason: string }) => error.reason);
      if (typeof outcome === "string") reported.add(outcome);
      else expect({ at, mask, outcome }).toEqual({ at, mask, outcome: right });
    }
  }
  expect([...reported]).toEqual(["damaged"]);
  // No other collection was affected, and restoring the file restores the results.
  expect(await run(open.index.count("other"))).toBe(PASSAGES - 2);
  replace(directory, "c", bytes);
  expect(await answers(open.index, "c")).toEqual(right);
});

test("a damaged file found at a start fails every operation until it is restored", async () => {
  const { directory, bytes, others } = await filled();
  const at = bytes.indexOf("number77 lies");
  const changed = Buffer.from(bytes);
  changed[at + 6]! ^= 0x01;
  for (const [wrong, message] of [
    [Buffer.alloc(0), /^c.db: the file has no tables/],
    [bytes.subarray(0, bytes.length >> 1), /^c.db: .*(malformed|damaged)/],
    [others, /^c.db: the file is that of the collection other/],
    [changed, /^c.db: passage \d+ is not what was written/],
  ] as const) {
    replace(directory, "c", Buffer.from(wrong));
    const open = await openIndex(directory);
    for (const operation of [
      open.index.count("c"),
      open.index.put("c", [passageOf(1, "more")]),
      open.index.verify("c"),
    ]) {
      expect(await failure(operation)).toMatchObject({ reason: "damaged", message: expect.stringMatching(message) });
    }
    replace(directory, "c", bytes);
    await run(open.index.verify("c"));
    expect(await run(open.index.count("c"))).toBe(PASSAGES - 2);
    await run(open.index.remake("c"));
    expect(await run(open.index.count("c"))).toBe(0);
    await open.close();
  }
  rmSync(directory, { recursive: true });
});

test("a file removed while it is open is neither read nor written", async () => {
  await using open = await openIndex();
  await fill(open.index, "c");
  const path = join(open.directory, "c.db");
  renameSync(path, `${path}-away`);
  expect((await failure(open.index.count("c"))).reason).toBe("not_found");
  expect((await failure(open.index.put("c", [passageOf(1, "lost")]))).reason).toBe("not_found");
  renameSync(`${path}-away`, path);
  expect(await run(open.index.count("c"))).toBe(PASSAGES - 2);
  expect(await run(open.index.get("c", ["chunk-1"]))).toMatchObject([{ text: textOf(1) }]);
});

test("a file from before checksums is readable, and new writes to it pass verification", async () => {
  const { directory } = await filled(false);
  const before = await openIndex(directory);
  const right = await answers(before.index, "c");
  await before.close();
  const database = new DatabaseSync(join(directory, "c.db"));
  const tables = ["document", "segment_rows", "segment_terms", "segment_deleted", "block"];
  takeFacts(database);
  database.exec(`update state set schema_version = 1; ${tables.map((table) => `alter table ${table} drop column sum;`).join("")}
    alter table passage drop column head_sum; alter table passage drop column text_sum; drop table origin;
    alter table passage drop column vector_version; drop table vector_write; pragma wal_checkpoint(truncate)`);
  database.close();
  await using open = await openIndex(directory);
  expect(await answers(open.index, "c")).toEqual(right);
  await run(open.index.put("c", [passageOf(200, "obsidian")]));
  expect((await run(open.index.keywordSearch("c", { query: "obsidian", topK: 3 }))).hits).toHaveLength(1);
  await run(open.index.verify("c"));
});
