import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Document } from "./harness/resources.ts";
import { SmallDisk } from "./harness/small-disk.ts";
import { TestServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

if (SmallDisk.missing !== undefined) {
  console.warn(`SKIPPED: the tests on a full disk need the right to mount a tmpfs: ${SmallDisk.missing}`);
}
const onSmallDisk = test.skipIf(SmallDisk.missing !== undefined);

const MEGABYTES = 64;
/**
 * Below the level that a service reports as full, and above the reserve that it creates at start: room for its own
 * files.
 */
const LEFT_TO_A_START = 6 * 1_048_576;
const LONG = "Of pumps and valves and pipes, and of what keeps them tight. ".repeat(4_000);

let disk: SmallDisk | undefined;
let server: TestServer | undefined;

beforeEach(() => {
  if (SmallDisk.missing === undefined) disk = SmallDisk.make(MEGABYTES);
});
afterEach(async () => {
  await server?.dispose();
  disk?.remove();
  [server, disk] = [undefined, undefined];
});

const start = async (): Promise<TestServer> => {
  server = await TestServer.start({ SERVICE_DATA_DIR: disk!.file("data") });
  return server;
};

interface Readiness {
  readonly status: string;
  readonly reason?: string;
}

const readiness = async ({ api }: TestServer) => {
  const { status, body } = await api.call<Readiness>("GET", "/health/ready", { token: null });
  return { status, reason: body.reason };
};

const untilReady = (of: TestServer) =>
  until("the service to be ready again", async () => ((await readiness(of)).status === 200 ? true : undefined));

/**
 * Fills the disk until the service reports it as full. Work in progress frees some space when a disk gets full, so it
 * is filled repeatedly until that is over.
 */
const untilFull = (of: TestServer, leave?: number) =>
  until("the disk to be full", async () => {
    disk!.fill(leave);
    const reported = await readiness(of);
    return reported.status === 503 ? reported : undefined;
  });

const FULL = { status: 503, reason: expect.stringContaining("SERVICE_DATA_DIR) has no disk space left") as string };

const foundIn = async ({ api }: TestServer, word: string): Promise<readonly (string | null)[]> =>
  (await api.query("c", { query: word })).results.map(({ document_id }) => document_id);

/**
 * Uploads until one is refused. The disk is filled again before each upload: space that the service frees after it
 * reported the full disk admits one more. Returns the admitted documents.
 */
const untilRefused = async ({ api }: TestServer, leave?: number): Promise<readonly Document[]> => {
  const letIn: Document[] = [];
  const refused = await until("an upload to be refused", async () => {
    disk!.fill(leave);
    const answer = await api.tryUpload({ collection: "c", filename: "late.txt", bytes: LONG });
    if (answer.status !== 201) return answer;
    letIn.push(answer.body);
    return undefined;
  });
  expect([refused.status, refused.body.detail]).toEqual([503, expect.stringContaining("no disk space left")]);
  return letIn;
};

onSmallDisk("a disk that fills up while documents are read: they wait, and end ready when there is room", async () => {
  const current = await start();
  const { api } = current;
  await api.createCollection("c");
  const { id } = await api.ingest({ collection: "c", filename: "a.txt", bytes: "Herons stand in shallow water." });
  const waiting: Document[] = [];
  for (let index = 0; index < 12; index += 1) {
    waiting.push(await api.upload({ collection: "c", filename: `${index}.txt`, bytes: LONG }));
  }
  expect(await untilFull(current)).toEqual(FULL);
  expect((await api.call("GET", "/health", { token: null })).status).toBe(200);
  expect(await foundIn(current, "herons")).toContain(id);
  waiting.push(...(await untilRefused(current)));
  // Killed and restarted: it starts, searches, refuses uploads, and resumes by itself.
  await current.kill();
  await current.startAgain();
  expect(await untilFull(current, LEFT_TO_A_START)).toEqual(FULL);
  expect(await foundIn(current, "herons")).toContain(id);
  waiting.push(...(await untilRefused(current, LEFT_TO_A_START)));
  disk!.empty();
  await untilReady(current);
  for (const document of waiting) {
    expect(await current.api.settled("c", document.id)).toMatchObject({ status: "ready", error_message: null });
  }
  expect(await current.stop()).toEqual({ code: 0, signal: null });
});

onSmallDisk("a disk that fills up while the service is stopped: it starts, searches and ends with 0", async () => {
  const current = await start();
  await current.api.createCollection("c");
  const { id } = await current.api.ingest({ collection: "c", filename: "a.txt", bytes: "Herons stand in water." });
  expect(await current.stop()).toEqual({ code: 0, signal: null });
  disk!.fill();
  await current.startAgain();
  expect(await foundIn(current, "herons")).toContain(id);
  expect(await untilFull(current, LEFT_TO_A_START)).toEqual(FULL);
  await untilRefused(current, LEFT_TO_A_START);
  expect((await current.api.call("GET", "/health", { token: null })).status).toBe(200);
  expect(await current.stop()).toEqual({ code: 0, signal: null });
  disk!.empty();
  await current.startAgain();
  await untilReady(current);
  expect(await foundIn(current, "herons")).toContain(id);
});

const vectorOf = (seed: number): readonly number[] => Array.from({ length: 8 }, (_, at) => Math.sin(seed * 8 + at + 1));

const entryIds = async ({ api }: TestServer): Promise<readonly string[]> => {
  const { vectors } = await api.expect<{ vectors: { id: string }[] }>(200, "POST", "/v1/collections/v/vectors/list", {
    json: {},
  });
  return vectors.map(({ id }) => id).toSorted();
};

const foundByWord = async ({ api }: TestServer, word: string): Promise<readonly (string | null)[]> => {
  const { results } = await api.query("c", { query: word, search_mode: "keyword" });
  return [...new Set(results.map(({ document_id }) => document_id))];
};

/** Fills the space that the service released, and returns the response to a call made then. */
const onFull = (call: () => Promise<{ readonly status: number; readonly text: string }>) => {
  disk!.fill();
  return call();
};

onSmallDisk(
  "a disk that another program fills: what makes room, restricts or changes goes on, and stays so",
  async () => {
    const current = await start();
    const { api } = current;
    for (const name of ["c", "going"]) await api.createCollection(name);
    await api.createCollection("v", { dimension: 8 });
    const vectors = [0, 1, 2, 3].map((seed) => ({ id: `v${seed}`, embedding: vectorOf(seed), text: `entry ${seed}` }));
    await api.expect(200, "POST", "/v1/collections/v/vectors/upsert", { json: { vectors } });
    const words = ["herons", "egrets", "bitterns", "spoonbills", "ibises"];
    const documents: Document[] = [];
    for (const word of words) {
      const bytes = `The ${word} stand in water. ${LONG.slice(0, 20_000)}`;
      documents.push(await api.ingest({ collection: "c", filename: `${word}.txt`, bytes }));
    }
    await api.ingest({ collection: "going", filename: "a.txt", bytes: LONG });
    await api.expect(201, "POST", "/v1/admin/keys", { json: { name: "reader", scope: "read" } });
    const hook = await api.expect<{ id: string }>(201, "POST", "/v1/admin/webhooks", {
      json: { url: "https://example.com/hook", events: ["document.ready"] },
    });
    expect(await untilFull(current)).toEqual(FULL);
    const [first, second, third] = documents as [Document, Document, Document];
    const calls: readonly (readonly [method: string, path: string, json?: unknown])[] = [
      ["DELETE", `/v1/collections/c/documents/${first.id}`],
      ["PATCH", `/v1/collections/c/documents/${second.id}`, { metadata: { tenant: "b" } }],
      ["POST", "/v1/collections/c/documents/batch/delete", { document_ids: [third.id] }],
      ["POST", "/v1/collections/v/vectors/delete", { ids: ["v1"] }],
      ["DELETE", `/v1/admin/webhooks/${hook.id}`],
      ["DELETE", "/v1/admin/keys/reader"],
      ["DELETE", "/v1/collections/going"],
    ];
    for (const [method, path, json] of calls) {
      const { status, text } = await onFull(() => api.call(method, path, { json }));
      expect([method, path, status, text]).toEqual([method, path, 200, expect.any(String)]);
    }
    for (const growth of [
      ["/v1/collections", { name: "more" }],
      ["/v1/collections/v/vectors/upsert", { vectors: [{ id: "late", embedding: vectorOf(9), text: "late" }] }],
      ["/v1/collections/c/documents", { text: "late", filename: "late.txt" }],
    ] as const) {
      const { status, text } = await onFull(() => api.call("POST", growth[0], { json: growth[1] }));
      expect([growth[0], status, text]).toEqual([growth[0], 503, expect.stringContaining("no disk space left")]);
    }
    const isAsAsked = async (of: TestServer) => {
      expect((await of.api.documents("c")).map(({ id }) => id).toSorted()).toEqual(
        documents
          .map(({ id }) => id)
          .filter((id) => id !== first.id && id !== third.id)
          .toSorted(),
      );
      expect((await of.api.document("c", second.id)).metadata).toEqual({ tenant: "b" });
      expect(await entryIds(of)).toEqual(["v0", "v2", "v3"]);
      for (const [index, word] of words.entries()) {
        const expected = index === 0 || index === 2 ? [] : [documents[index]!.id];
        expect([word, await foundByWord(of, word)]).toEqual([word, expected]);
      }
      expect((await of.api.call("GET", "/v1/collections/going")).status).toBe(404);
    };
    await isAsAsked(current);
    await current.kill();
    disk!.fill();
    await current.startAgain();
    await isAsAsked(current);
    disk!.empty();
    await untilReady(current);
    await isAsAsked(current);
    await current.api.ingest({ collection: "c", filename: "late.txt", bytes: "Late herons." });
  },
);

/** Size of a service's reserve, in bytes, if there was room for it. */
const RESERVE_BYTES = 8 * 1_048_576;

const reserveBytes = (): number => statSync(disk!.file("data", "start-reserve")).size;

onSmallDisk(
  "a disk that the service fills by itself: the reserve stays whole, and deletes let the rest go on",
  async () => {
    const current = await start();
    const { api } = current;
    await api.createCollection("c");
    const taken: Document[] = [];
    const refused = await until("an upload to be refused", async () => {
      const filename = `${taken.length}.txt`;
      const answer = await api.tryUpload({
        collection: "c",
        filename,
        bytes: `Number${taken.length} ${LONG.repeat(4)}`,
      });
      if (answer.status !== 201) return answer;
      taken.push(answer.body);
      return undefined;
    });
    expect([refused.status, refused.body.detail]).toEqual([503, expect.stringContaining("no disk space left")]);
    const waiting = await until("the documents to wait for room", async () => {
      const { documents } = await api.expect<{ documents: Record<string, number> }>(200, "GET", "/v1/stats");
      const jobs = await api.expect<{ counts: { processing: number } }>(200, "GET", "/v1/admin/jobs?kind=ingest");
      return jobs.counts.processing === 0 ? documents : undefined;
    });
    expect(waiting["failed"]).toBe(0);
    expect(await readiness(current)).toEqual(FULL);
    expect(reserveBytes()).toBe(RESERVE_BYTES);
    // The newest documents, which are usually not ready: there was no room for what they still need.
    for (const { id } of taken.slice(taken.length / 4)) await api.deleteDocument("c", id);
    await untilReady(current);
    for (const { id } of taken.slice(0, taken.length / 4)) {
      expect(await api.settled("c", id)).toMatchObject({ status: "ready", error_message: null });
    }
    await until("the reserve to be whole again", () => (reserveBytes() === RESERVE_BYTES ? true : undefined));
    await api.ingest({ collection: "c", filename: "late.txt", bytes: "Late herons." });
  },
);

onSmallDisk("kills beside a full disk: what was deleted stays so, what was not is whole", async () => {
  const current = await start();
  await current.api.createCollection("c");
  await current.api.createCollection("v", { dimension: 8 });
  const seeds = Array.from({ length: 60 }, (_, index) => index);
  const vectors = seeds.map((seed) => ({ id: `v${seed}`, embedding: vectorOf(seed), text: `entry${seed}` }));
  await current.api.expect(200, "POST", "/v1/collections/v/vectors/upsert", { json: { vectors } });
  const documents: Document[] = [];
  for (const seed of seeds.slice(0, 24)) {
    documents.push(
      await current.api.upload({ collection: "c", filename: `${seed}.txt`, bytes: `Heron${seed} stands.` }),
    );
  }
  for (const { id } of documents) await current.api.settled("c", id);
  await untilFull(current);
  const deleted = new Set<string>();
  const deletedEntries = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    // Killed while these are in progress: acknowledged deletes count; the others may have happened or not.
    const part = [...documents.entries()].slice(round * 4, round * 4 + 4);
    const calls = part.map(async ([index, { id }]) => {
      if ((await current.api.call("DELETE", `/v1/collections/c/documents/${id}`)).status === 200)
        deleted.add(`${index}`);
      const json = { ids: [`v${index}`] };
      const answer = await current.api.call("POST", "/v1/collections/v/vectors/delete", { json });
      if (answer.status === 200) deletedEntries.add(`v${index}`);
    });
    const ended = Promise.allSettled(calls);
    await sleep(round * 15);
    await current.kill();
    await ended;
    if (round % 2 === 1) disk!.fill();
    await current.startAgain();
    const ids = new Set((await current.api.documents("c")).map(({ id }) => id));
    const entries = new Set(await entryIds(current));
    for (const [index, { id }] of documents.entries()) {
      if (deleted.has(`${index}`)) expect([index, ids.has(id)]).toEqual([index, false]);
      if (index >= round * 4 + 4) expect([index, ids.has(id)]).toEqual([index, true]);
      expect([index, await foundByWord(current, `heron${index}`)]).toEqual([index, ids.has(id) ? [id] : []]);
    }
    for (const id of deletedEntries) expect(entries.has(id)).toBe(false);
    for (const seed of seeds.slice(round * 4 + 4)) expect([seed, entries.has(`v${seed}`)]).toEqual([seed, true]);
  }
  disk!.empty();
  await untilReady(current);
  expect(deleted.size + deletedEntries.size).toBeGreaterThan(0);
  await current.api.ingest({ collection: "c", filename: "late.txt", bytes: "Late herons." });
});
