import { setTimeout as sleep } from "node:timers/promises";
import { leakIn } from "@quarry/parse-check/hostile";
import { afterAll, expect, test } from "vitest";
import { Random } from "../harness/random.ts";
import type { LogLine } from "../harness/server-process.ts";
import { recovered } from "../harness/recovered.ts";
import { launch, TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import {
  checkChunks,
  checkDeleted,
  checkInventory,
  checkQueries,
  type Inventory,
  settleAll,
  takeInventory,
} from "./checks.ts";
import { Clients, LIBRARY, type Life, SMALL } from "./clients.ts";
import { Ledger } from "./ledger.ts";

/**
 * Kills during work: enough to hit each kind of write, and processing several times. `npm run load -- --kills` runs for
 * hours.
 */
const KILLS_AT_WORK = 8;
const KILLS_AT_START = 2;
const CLIENTS = 3;
/** Attempts per document; a valid document may fail only if that many kills interrupt it. */
const ATTEMPTS = 5;
const DOCUMENTS_AT_ONCE = 2;
/** Half a minute on an idle two-core machine; a busy machine starts the server more slowly, some 14 times. */
const TIMEOUT_MS = 600_000;

const random = Random.fromEnvironment();
const ledger = new Ledger();
const log: LogLine[] = [];
let server: TestServer | undefined;

afterAll(() => server?.dispose());

test(
  `kills at random moments neither lose, duplicate nor resurrect documents (QUARRY_TEST_SEED=${random.seed})`,
  async () => {
    console.log(`QUARRY_TEST_SEED=${random.seed}`);
    server = await TestServer.start();
    const clients = await Clients.make(random, ledger);
    const first: Life = { api: server.api, isKilled: false };
    for (const name of [SMALL, LIBRARY]) await clients.makeCollection(first, name);

    const moments = shuffled([
      ...Array.from({ length: KILLS_AT_WORK }, () => "work" as const),
      ...Array.from({ length: KILLS_AT_START }, () => "start" as const),
    ]);
    for (const moment of moments) {
      if (moment === "start") {
        await killAtStart(server);
        continue;
      }
      if (!server.process.isRunning) await server.startAgain();
      checkInventory(ledger, await takeInventory(server.api));
      await killAtWork(server, clients);
    }

    await server.startAgain();
    const inventory = await settleAll(server.api);
    checkInventory(ledger, inventory);
    checkEndings(inventory);
    const chunks = await checkChunks(server.api, ledger, inventory);
    await checkQueries(server.api, ledger, inventory, chunks);
    await checkDeleted(server.api, ledger, inventory);
    const files = await onlyFilesOf(inventory);
    await checkCleanRestart(files.orphans);
    expect(await takeInventory(server.api)).toEqual(inventory);
    expect(log.filter(({ level }) => level >= 50)).toEqual([]);
    // The kills interrupted documents in processing; otherwise the test would prove nothing.
    expect(repaired("released")).toBeGreaterThan(0);
    report(inventory, files.orphans.length);
  },
  TIMEOUT_MS,
);

const shuffled = <A>(items: readonly A[]): readonly A[] =>
  items
    .map((item) => ({ item, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);

const killAtWork = async (current: TestServer, clients: Clients): Promise<void> => {
  const life: Life = { api: current.api, isKilled: false };
  const work = Promise.all(Array.from({ length: CLIENTS }, () => clients.work(life)));
  // A failed client ends the round; the flag stops the others.
  await Promise.race([sleep(random.between(50, 1_500)), work]);
  life.isKilled = true;
  await current.kill();
  log.push(...current.process.log);
  await work;
};

const killAtStart = async (current: TestServer): Promise<void> => {
  if (current.process.isRunning) await current.kill();
  const child = launch({}, current.folder);
  await sleep(random.between(0, 1_200));
  await child.kill();
  log.push(...child.log);
};

/** Returns the valid files that failed. */
const unluckyOf = (inventory: Inventory) =>
  [...inventory.values()]
    .flat()
    .filter(({ filename, status }) => !ledger.uploads.get(filename)!.isBroken && status !== "ready");

/** Checks that each document is ready, or failed for a reason: its file can't be read, or every attempt was killed. */
const checkEndings = (inventory: Inventory): void => {
  const documents = [...inventory.values()].flat();
  const isBroken = (filename: string) => ledger.uploads.get(filename)!.isBroken;
  for (const { filename, status, error_message } of documents.filter(({ filename }) => isBroken(filename))) {
    expect({ filename, status, error_message }).toEqual({
      filename,
      status: "failed",
      error_message: "the file is empty",
    });
  }
  const unlucky = unluckyOf(inventory);
  for (const { error_message } of unlucky) {
    expect(error_message).toMatch(/stopped|interrupted/);
    expect(leakIn(error_message!)).toBeUndefined();
  }
  expect(unlucky.length).toBeLessThanOrEqual(((KILLS_AT_WORK + KILLS_AT_START) * DOCUMENTS_AT_ONCE) / ATTEMPTS);
};

/**
 * Checks that every document has its file and deleted ones have none. The only other files allowed are of uploads that
 * were interrupted between their bytes and their record: those were never acknowledged.
 */
const onlyFilesOf = async (inventory: Inventory) => {
  const expected = new Set([...inventory.values()].flat().map(({ id }) => id));
  const unanswered = [...ledger.uploads.values()].filter(({ state }) => state === "sent").length;
  return until(
    "the files of deleted documents to be removed",
    async () => {
      const files = await server!.folder.storedFiles();
      expect(files.filter(({ documentId }) => expected.has(documentId))).toHaveLength(expected.size);
      const orphans = files.filter(({ documentId }) => !expected.has(documentId));
      const answered = orphans.filter(({ documentId }) => ledger.byId(documentId) !== undefined);
      return answered.length === 0 && orphans.length <= unanswered ? { orphans } : undefined;
    },
    60_000,
  );
};

/** Checks that a clean restart repairs nothing; it removes orphans that are old enough. */
const checkCleanRestart = async (orphans: Awaited<ReturnType<typeof onlyFilesOf>>["orphans"]): Promise<void> => {
  const current = server!;
  for (const orphan of orphans) await current.folder.age(orphan, 2);
  expect(await current.stop()).toEqual({ code: 0, signal: null });
  log.push(...current.process.log);
  await current.startAgain();
  expect(await recovered(current)).toMatchObject({
    released: 0,
    unfinished: 0,
    requeued: 0,
    partial: 0,
    orphans: orphans.length,
  });
  const left = new Set(await current.folder.storedDocuments());
  expect(orphans.filter(({ documentId }) => left.has(documentId))).toEqual([]);
  expect(await current.folder.incomingFiles()).toEqual([]);
};

/** Returns the sum of the repairs of all starts. */
const repaired = (what: "released" | "requeued" | "partial"): number =>
  log.filter(({ msg }) => msg === "recovered").reduce((sum, line) => sum + Number(line[what]), 0);

const report = (inventory: Inventory, orphans: number): void => {
  const documents = [...inventory.values()].flat();
  const count = (state: string) => [...ledger.uploads.values()].filter((upload) => upload.state === state).length;
  console.log(
    `${KILLS_AT_WORK + KILLS_AT_START} kills; uploads: ${ledger.uploads.size} sent, ${count("sent")} never answered, ` +
      `${count("deleted")} deleted; in the end ${documents.length} documents in ${inventory.size} collections, ` +
      `${documents.filter(({ status }) => status === "failed").length} failed (${unluckyOf(inventory).length} of them good files, killed in each attempt); ${orphans} orphaned files swept; the starts released ` +
      `${repaired("released")} jobs, requeued ${repaired("requeued")} and ` +
      `removed ${repaired("partial")} partial files`,
  );
};
