import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { documentsPath } from "../harness/api.ts";
import { recovered } from "../harness/recovered.ts";
import { STACK } from "../harness/stacks/make-stack.ts";
import { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { exported, imported, tryImport } from "../transfer/archive.ts";
import { OpenForm, type Way, WAYS } from "./open-form.ts";

// An uploaded file is recorded or gone, whatever ends the upload and wherever it is. What is done to the database here is
// done to SQLite's file.
const isEmbedded = STACK === "embedded";

let server: TestServer;
let database: DatabaseSync;
let collection: string;
let number = 0;
/** Documents whose files earlier tests have left. */
let former: ReadonlySet<string>;

beforeAll(async () => {
  server = await TestServer.start();
  // The service writes as well, whenever it likes.
  database = new DatabaseSync(server.folder.file("quarry.db"), { timeout: 5_000 });
});
beforeEach(async () => {
  if (!server.process.isRunning) await server.startAgain();
  collection = `c${(number += 1)}`;
  await server.api.createCollection(collection);
  former = new Set(await server.folder.storedDocuments());
});
afterAll(async () => {
  database.close();
  await server.dispose();
});

/** From now on no other process gets to write to the database, until `database` commits. */
const lock = (): void => database.exec("begin immediate");
const unlock = (): void => database.exec("commit");

const failOn = (table: string): void =>
  database.exec(`create trigger broken before insert on ${table} begin select raise(abort, 'broken'); end`);

const mend = (): void => database.exec("drop trigger broken");

const files = async () => (await server.folder.storedDocuments()).filter((id) => !former.has(id));

const untilFiles = (count: number) =>
  until(`${count} files`, async () => ((await files()).length === count ? true : undefined));

/** Ids of the documents that have a record; each has its file, and there is no other file. */
const recorded = async (): Promise<readonly string[]> => {
  const ids = (await server.api.documents(collection)).map(({ id }) => id).sort();
  expect(await files()).toEqual(ids);
  expect(await server.folder.incomingFiles()).toEqual([]);
  return ids;
};

const killAndStart = async (): Promise<void> => {
  await server.kill();
  await server.startAgain();
  await recovered(server);
};

const open = (way: Way): OpenForm => OpenForm.send(server, documentsPath(collection), way);

/** A form whose files are stored, and which has not ended. */
const staged = async (way: Way): Promise<OpenForm> => {
  const form = open(way);
  form.write("all");
  await untilFiles(way.files);
  return form;
};

/** The same request again is what its sender would do; with a key that makes no second document. */
const sendAgain = async (way: Way, before: number): Promise<void> => {
  expect((await open(way).end()).status).toBe(201);
  const ids = await recorded();
  expect(ids).toHaveLength(way.hasKey ? way.files : before + way.files);
  // Nothing is to be written to the database beside the next test.
  for (const id of ids) await server.api.settled(collection, id);
};

describe.runIf(isEmbedded).each(WAYS)("$name", (way) => {
  test("killed in the middle of a file", async () => {
    const form = open(way);
    form.write("half");
    await until("bytes of a file", async () => ((await server.folder.incomingFiles()).length > 0 ? true : undefined));
    await killAndStart();
    expect(await recorded()).toEqual([]);
    await sendAgain(way, 0);
  });

  test("killed when all files are there and the form has not ended", async () => {
    await staged(way);
    await killAndStart();
    expect(await recorded()).toEqual([]);
    await sendAgain(way, 0);
  });

  test("killed when the record waits for the database", async () => {
    const form = await staged(way);
    lock();
    const answer = form.end();
    // However far it has come by then, it can't have been recorded.
    await sleep(500);
    await server.kill();
    unlock();
    expect((await answer).status).toBe(0);
    await server.startAgain();
    await recovered(server);
    expect(await recorded()).toEqual([]);
    await sendAgain(way, 0);
  });

  test("killed when it has been answered", async () => {
    expect((await open(way).end()).status).toBe(201);
    await killAndStart();
    expect(await recorded()).toHaveLength(way.files);
    await sendAgain(way, way.files);
  });

  test("its sender goes away", async () => {
    const form = await staged(way);
    form.destroy();
    await untilFiles(0);
    expect(await recorded()).toEqual([]);
  });

  test.each([
    ["can't be written to for now", lock, unlock, 503],
    ["fails in a statement", () => failOn("documents"), mend, 500],
    ["fails after the record was written", () => failOn("jobs"), mend, 500],
    ...(way.hasKey ? ([["fails with the answer", () => failOn("stored_answers"), mend, 500]] as const) : []),
  ] as const)("the database %s", async (_name, fail, heal, status) => {
    const form = await staged(way);
    fail();
    const answer = await form.end();
    heal();
    expect(answer.status).toBe(status);
    expect(await recorded()).toEqual([]);
    await sendAgain(way, 0);
  });
});

describe.runIf(isEmbedded)("an import", () => {
  let archive: Buffer;

  beforeEach(async () => {
    for (const number of [1, 2, 3]) {
      await server.api.ingest({ collection, filename: `${number}.txt`, bytes: `Document ${number}.` });
    }
    archive = await exported(server.api, collection);
    await server.api.deleteCollection(collection);
    await untilFiles(0);
  });

  test("the database fails in a statement", async () => {
    failOn("documents");
    const { status } = await tryImport(server.api, collection, archive);
    mend();
    expect(status).toBe(500);
    await untilFiles(0);
    await imported(server.api, collection, archive);
    expect(await recorded()).toHaveLength(3);
  });

  test("killed when it has been answered", async () => {
    await imported(server.api, collection, archive);
    await killAndStart();
    expect(await recorded()).toHaveLength(3);
  });
});
