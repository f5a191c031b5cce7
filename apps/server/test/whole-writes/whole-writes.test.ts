import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { ChangesApi } from "../changes/changes-api.ts";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { DIMENSION, Entries } from "./entries.ts";
import type { Moment } from "./halting-store.ts";
import { rowsOnDisk } from "./rows-on-disk.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-whole-"));
const orders = join(folder, "orders");
const log = join(folder, "log");
const config = join(folder, "quarry.config.jsonc");
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
writeFileSync(
  config,
  JSON.stringify({
    vectorStore: { plugin: pathOf("halting-store.ts"), settings: { orders, log } },
    vectorStores: { second: { plugin: "@quarry/vector-embedded" } },
    embedders: {
      gated: {
        plugin: pathOf("../changes/gated-embedder.ts"),
        settings: { gate: join(folder, "no-gate"), log: join(folder, "embedded") },
      },
    },
  }),
);
const order = (...lines: readonly string[]) => writeFileSync(orders, lines.join("\n"));
const met = (line: string, times = 1) =>
  until(
    `the store has ${line}`,
    () =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((each) => each === line).length >= times || undefined,
  );
beforeEach(() => {
  order();
  writeFileSync(log, "");
});
afterAll(() => rm(folder, { recursive: true, force: true }));
order();
writeFileSync(log, "");

const server = useServer({ SERVICE_CONFIG: config });
const changes = new ChangesApi(() => server.api);

let made = 0;
/** Creates a collection with acknowledged entries. */
const filled = async (): Promise<Entries> => {
  made += 1;
  const entries = new Entries(`whole_${made}`, () => server.api);
  await server.api.createCollection(entries.collection, {
    ...{ embedding_provider: "gated", embedding_model: "gated-a", dimension: DIMENSION },
  });
  expect((await entries.put(["a", "b", "c"], "former")).status).toBe(200);
  return entries;
};

/** Checks that neither index has entries that the other lacks, once leftovers are cleaned up. */
const expectNothingLeft = async () => {
  await until("everything is settled", async () => {
    await server.current.stop();
    const { named, stored, open } = rowsOnDisk(server.current.folder.path);
    await server.current.startAgain();
    if (open > 0) return undefined;
    expect(stored).toEqual(named);
    return true;
  });
};

const WHOLE_BEFORE = { a: "former", b: "former", c: "former", d: undefined };

interface Write {
  readonly what: string;
  readonly run: (entries: Entries) => Promise<{ readonly status: number }>;
  readonly whenDone: Readonly<Record<string, string | undefined>>;
}

const upsert: Write = {
  what: "an upsert of ids that are there and one that is new",
  run: (entries) => entries.put(["a", "b", "d"], "next"),
  whenDone: { a: "next", b: "next", c: "former", d: "next" },
};
const removal: Write = {
  what: "a delete",
  run: (entries) => entries.remove(["a", "b", "nobody"]),
  whenDone: { a: undefined, b: undefined, c: "former", d: undefined },
};

/** Returns the metadata of the entries, by id. */
const metadataOf = async ({ collection }: Entries): Promise<Readonly<Record<string, unknown>>> => {
  const { vectors } = await server.api.expect<{ vectors: readonly { id: string; metadata: unknown }[] }>(
    200,
    "POST",
    `/v1/collections/${collection}/vectors/get`,
    { json: { ids: ["a", "b", "c"] } },
  );
  return Object.fromEntries(vectors.map(({ id, metadata }) => [id, metadata]));
};

describe("a kill leaves a metadata change complete or undone, and it can be retried", () => {
  test.each([
    { moment: "before upsert", isDone: false },
    { moment: "after upsert", isDone: false },
    { moment: "before deleteByIds", isDone: true },
  ] as const)("$moment", async ({ moment, isDone }) => {
    const entries = await filled();
    const before = await metadataOf(entries);
    const change = () =>
      server.api.call("POST", `/v1/collections/${entries.collection}/vectors/update`, {
        json: { ids: ["a", "b"], metadata: { seen: true } },
      });
    order(`hold ${moment}`);
    const answer = change().catch(() => undefined);
    await met(`held ${moment}`);
    await server.current.kill();
    expect(await answer).toBeUndefined();
    order();
    await server.current.startAgain();
    const changed = { ...before };
    for (const id of ["a", "b"]) changed[id] = { ...(before[id] as object), seen: true };
    expect(await metadataOf(entries)).toEqual(isDone ? changed : before);
    await entries.expectWords(WHOLE_BEFORE, "former");
    expect((await change()).body).toEqual({ status: "ok", updated: 2 });
    expect(await metadataOf(entries)).toEqual(changed);
    await entries.expectWords(WHOLE_BEFORE, "former");
  });
});

const caught: readonly { readonly moment: Moment; readonly write: Write; readonly isDone: boolean }[] = [
  { moment: "before upsert", write: upsert, isDone: false },
  { moment: "after upsert", write: upsert, isDone: false },
  { moment: "before deleteByIds", write: upsert, isDone: true },
  { moment: "after deleteByIds", write: upsert, isDone: true },
  { moment: "before deleteByIds", write: removal, isDone: true },
  { moment: "after deleteByIds", write: removal, isDone: true },
];

describe("a kill leaves vector writes complete or undone, in every mode", () => {
  // One kill hits every kind of write that reaches the moment.
  test.each([...new Set(caught.map(({ moment }) => moment))])("%s", async (moment) => {
    const writes = await Promise.all(
      caught.filter((each) => each.moment === moment).map(async (each) => ({ ...each, entries: await filled() })),
    );
    order(`hold ${moment}`);
    const answers = writes.map(({ write, entries }) => write.run(entries).catch(() => undefined));
    await met(`held ${moment}`, writes.length);
    const expectWhole = async () => {
      for (const { write, entries, isDone } of writes) {
        await entries.expectWords(isDone ? write.whenDone : WHOLE_BEFORE, "former", "next");
      }
    };
    // Even while writes are halted, no search sees half of one.
    await expectWhole();
    await server.current.kill();
    for (const answer of answers) expect(await answer).toBeUndefined();
    order();
    await server.current.startAgain();
    await expectWhole();
    // Retries, as a client without a response does.
    for (const { write, entries } of writes) {
      expect((await write.run(entries)).status).toBe(200);
      await entries.expectWords(write.whenDone, "former", "next");
    }
  });
});

describe("an error leaves a vector write complete or undone, without a restart", () => {
  test.each(caught)("$moment, within $write.what", async ({ moment, write, isDone }) => {
    const entries = await filled();
    order(`fail ${moment}`);
    const { status } = await write.run(entries);
    // A write that every search sees is done, even if the replaced entries can't be removed immediately.
    expect(status).toBe(isDone ? 200 : 503);
    order();
    await entries.expectWords(isDone ? write.whenDone : WHOLE_BEFORE, "former", "next");
    expect((await write.run(entries)).status).toBe(200);
    await entries.expectWords(write.whenDone, "former", "next");
  });

  test("after a failed undo the remaining entries are removed while the service runs", async () => {
    const entries = await filled();
    order("fail after upsert", "fail before deleteByIds");
    expect((await upsert.run(entries)).status).toBe(503);
    await entries.expectWords(WHOLE_BEFORE, "next");
    order();
    await until(
      "the store is asked again",
      async () => {
        appendFileSync(log, "");
        const rows = rowsOnDisk(server.current.folder.path);
        return rows.open === 0 && rows.stored.length === rows.named.length ? true : undefined;
      },
      120_000,
    );
    await entries.expectWords(WHOLE_BEFORE, "next");
  });
});

test("a write completes although its client disconnects", async () => {
  const entries = await filled();
  order("hold after upsert");
  const client = new AbortController();
  const cut = entries.put(["a", "b", "d"], "next", client.signal).catch(() => undefined);
  await met("held after upsert");
  client.abort();
  expect(await cut).toBeUndefined();
  await entries.expectWords(WHOLE_BEFORE, "next");
  order();
  await until("the write to end", async () => {
    const { results } = await server.api.query(entries.collection, { query: "next", search_mode: "keyword" });
    return results.length === 3 ? true : undefined;
  });
  await entries.expectWords(upsert.whenDone, "former");
});

test("of concurrent writers of the same ids one wins completely, and a delete removes all or nothing", async () => {
  const entries = await filled();
  const words = Array.from({ length: 6 }, (_, number) => `word${number}`);
  for (let round = 0; round < 12; round += 1) {
    const answers = await Promise.all([
      ...words.map((word) => entries.put(["a", "b", "c"], word)),
      ...(round % 3 === 0 ? [entries.remove(["a", "b", "c"])] : []),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { results } = await server.api.query(entries.collection, {
      ...{ query: `${words.join(" ")}`, search_mode: "keyword", top_k: 10 },
    });
    const winner = Object.fromEntries(results.map(({ id, text }) => [id, text.split(" ")[0]]));
    // The entries are written together, so a single writer wins all of them.
    expect(new Set(Object.values(winner)).size).toBeLessThanOrEqual(1);
    await entries.expectWords({ a: undefined, b: undefined, c: undefined, ...winner }, "word0", "former");
  }
  await expectNothingLeft();
});

test("a write killed while the index moves to another store is undone, and can be retried", async () => {
  const entries = await filled();
  order("hold after upsert");
  const answer = upsert.run(entries).catch(() => undefined);
  await met("held after upsert");
  const { id } = await changes.start(entries.collection, { vector_store: "second" });
  await changes.reaches(entries.collection, id, "switched");
  await entries.expectWords(WHOLE_BEFORE, "next");
  await server.current.kill();
  await answer;
  order();
  await server.current.startAgain();
  await entries.expectWords(WHOLE_BEFORE, "next");
  expect((await upsert.run(entries)).status).toBe(200);
  await entries.expectWords(upsert.whenDone, "former");
});

test("a write begun before the index moved reaches the current store", async () => {
  const entries = await filled();
  order("hold after upsert");
  const answer = upsert.run(entries);
  await met("held after upsert");
  const { id } = await changes.start(entries.collection, { vector_store: "second" });
  await changes.reaches(entries.collection, id, "switched");
  order();
  expect((await answer).status).toBe(200);
  await entries.expectWords(upsert.whenDone, "former");
  const back = await changes.rollBack(entries.collection, id);
  await changes.reaches(entries.collection, back.id, "switched");
  await entries.expectWords(upsert.whenDone, "former");
});
