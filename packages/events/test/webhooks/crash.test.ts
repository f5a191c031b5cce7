import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newId } from "@quarry/plugin/domain";
import { afterEach, beforeEach, expect, test } from "vitest";
import { open, type Opened, register, until } from "./fixture.ts";
import { answerWith, Receiver } from "./receiver.ts";

const WORKER = fileURLToPath(new URL("worker-process.ts", import.meta.url));
/** Long enough for a kill to arrive before the next attempt, even if this process has to wait for a processor. */
const DELAYS = [2_500, 2_500, 2_500];
/** Each test starts four processes, each of which is slow to start on a busy machine. */
const TEST_MS = 240_000;
/** Maximum time to wait until a started process is at work. */
const WORK_MS = 100_000;

let directory: string;
let opened: Opened;
let child: ChildProcess | undefined;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "quarry-webhooks-"));
  opened = await open(directory);
});

afterEach(async () => {
  await kill();
  await opened.close();
  rmSync(directory, { recursive: true });
});

const start = async () => {
  const flags = ["--disable-warning=ExperimentalWarning"];
  child = spawn(process.execPath, [...flags, WORKER, directory, JSON.stringify(DELAYS)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout!, "data");
};

const kill = async () => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
};

const isOver = (id: string) => async () => {
  const history = await opened.history(id);
  return history.every(({ status }) => status !== "pending");
};

test("a worker killed between attempts makes four, with one id and all waits", { timeout: TEST_MS }, async () => {
  await using receiver = await Receiver.start(answerWith(500));
  const { id } = await register(opened, receiver.url);
  await opened.tell({});
  for (const count of [1, 2, 3]) {
    await start();
    await until(`attempt ${count}`, async () => (await opened.history(id))[0]?.attempts === count, WORK_MS);
    await kill();
  }
  await start();
  await until("the end", isOver(id), WORK_MS);
  expect(await opened.history(id)).toMatchObject([{ status: "failed", attempts: 4, responseStatus: 500 }]);
  expect(receiver.received).toHaveLength(4);
  expect(new Set(receiver.received.map((received) => received.id)).size).toBe(1);
  for (const [index, { at }] of receiver.received.entries()) {
    if (index > 0) expect(at - receiver.received[index - 1]!.at).toBeGreaterThanOrEqual(DELAYS[index - 1]! * 0.9);
  }
});

test(
  "a worker killed in the middle of attempts sends them again, with the same id and bytes",
  { timeout: TEST_MS },
  async () => {
    await using receiver = await Receiver.start((response, received, count) => {
      if (count > 0) answerWith(200)(response, received, count);
    });
    const { id } = await register(opened, receiver.url);
    for (let index = 0; index < 5; index += 1) await opened.tell({});
    await start();
    await until("five attempts", () => receiver.received.length === 5, WORK_MS);
    await kill();
    await start();
    await until("the end", isOver(id), WORK_MS);
    for (const delivery of await opened.history(id)) {
      expect(delivery).toMatchObject({ status: "delivered", attempts: 1 });
      expect(receiver.of(delivery.id).map(({ body }) => body.toString("utf8"))).toEqual([
        delivery.payload,
        delivery.payload,
      ]);
    }
  },
);

test("repeated kills under load lose no delivery and preserve the order of events", { timeout: TEST_MS }, async () => {
  await using receiver = await Receiver.start((response, received, count) =>
    answerWith(count === 0 && received.event === "document.processing" ? 500 : 200)(response, received, count),
  );
  const { id } = await register(opened, receiver.url);
  const documents = Array.from({ length: 150 }, () => newId());
  for (const documentId of documents) {
    await opened.tell({ documentId, status: "processing" });
    await opened.tell({ documentId, status: "ready" });
  }
  for (const count of [40, 120, 220]) {
    await start();
    await until(`${count} requests`, () => receiver.received.length >= count, WORK_MS);
    await kill();
  }
  await start();
  await until("the end", isOver(id), WORK_MS);
  expect(await opened.history(id)).toHaveLength(300);
  for (const documentId of documents) {
    const events = receiver.received.filter(({ payload }) => payload.document_id === documentId);
    const firstReady = events.findIndex(({ event }) => event === "document.ready");
    const lastProcessing = events.findLastIndex(({ event }) => event === "document.processing");
    expect(lastProcessing).toBeGreaterThanOrEqual(1);
    expect(firstReady).toBeGreaterThan(lastProcessing);
  }
  expect(new Set(receiver.received.map((received) => received.id)).size).toBe(300);
});
