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
/** Less than a service calls full, and more than what it puts by to start with: that is for its own files. */
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

/** What is at work when a disk gets full gives back room that it had: the disk is filled until that is over. */
const untilFull = (of: TestServer, leave?: number) =>
  until("the disk to be full", async () => {
    disk!.fill(leave);
    const told = await readiness(of);
    return told.status === 503 ? told : undefined;
  });

const FULL = { status: 503, reason: expect.stringContaining("SERVICE_DATA_DIR) has no disk space left") as string };

const foundIn = async ({ api }: TestServer, word: string): Promise<readonly (string | null)[]> =>
  (await api.query("c", { query: word })).results.map(({ document_id }) => document_id);

/**
 * Uploads until one is refused, and the disk is filled again before each: room that the service gives back after it
 * told that it is full lets one more in. Returns what was let in.
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
  // Killed and started again: it starts, searches, refuses, and goes on by itself.
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
