import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { documentsPath } from "../harness/api.ts";
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

beforeEach(async () => {
  server = await TestServer.start();
  await server.api.createCollection("c");
  database = new DatabaseSync(server.folder.file("quarry.db"));
});
afterEach(async () => {
  database.close();
  await server.dispose();
});

/** From now on no other process gets to write to the database, until `database` commits. */
const lock = (): void => database.exec("begin immediate");
const unlock = (): void => database.exec("commit");

const failOn = (table: string): void =>
  database.exec(`create trigger broken before insert on ${table} begin select raise(abort, 'broken'); end`);

/** The database takes all rows of a document, and refuses to commit them. */
const failOnCommit = (): void =>
  database.exec(`
    create table absent (id integer primary key) strict;
    create table refused (id integer references absent (id) deferrable initially deferred) strict;
    create trigger broken after insert on documents begin insert into refused values (1); end`);

const mend = (): void => database.exec("drop trigger broken");

/** Ids of the documents that have a record; each has its file, and there is no other file. */
const recorded = async (): Promise<readonly string[]> => {
  const ids = (await server.api.documents("c")).map(({ id }) => id).sort();
  expect(await server.folder.storedDocuments()).toEqual(ids);
  expect(await server.folder.incomingFiles()).toEqual([]);
  return ids;
};

const killAndStart = async (): Promise<void> => {
  await server.kill();
  await server.startAgain();
};

const open = (way: Way): OpenForm => OpenForm.send(server, documentsPath("c"), way);

const filesAreThere = (way: Way) =>
  until("the files of the form", async () =>
    (await server.folder.storedFiles()).length >= way.files ? true : undefined,
  );

/** The same request again is what its sender would do; with a key that makes no second document. */
const sendAgain = async (way: Way, before: number): Promise<void> => {
  expect((await open(way).end()).status).toBe(201);
  expect(await recorded()).toHaveLength(way.hasKey ? way.files : before + way.files);
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
    open(way).write("all");
    await filesAreThere(way);
    await killAndStart();
    expect(await recorded()).toEqual([]);
    await sendAgain(way, 0);
  });

  test("killed when the record waits for the database", async () => {
    lock();
    const answer = open(way).end();
    await filesAreThere(way);
    await server.kill();
    unlock();
    expect((await answer).status).toBe(0);
    await server.startAgain();
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
    const form = open(way);
    form.write("all");
    await filesAreThere(way);
    form.destroy();
    await until("the files to be removed", async () =>
      (await server.folder.storedFiles()).length === 0 ? true : undefined,
    );
    expect(await recorded()).toEqual([]);
  });

  test.each([
    ["can't be written to for now", lock, unlock, 503],
    ["fails in a statement", () => failOn("documents"), mend, 500],
    ["fails after the record was written", () => failOn("jobs"), mend, 500],
    ["refuses the commit", failOnCommit, mend, 500],
    ...(way.hasKey ? ([["fails with the answer", () => failOn("stored_answers"), mend, 500]] as const) : []),
  ] as const)("the database %s", async (_name, fail, heal, status) => {
    fail();
    expect((await open(way).end()).status).toBe(status);
    heal();
    expect(await recorded()).toEqual([]);
    await sendAgain(way, 0);
  });
});

describe.runIf(isEmbedded)("an import", () => {
  let archive: Buffer;

  beforeEach(async () => {
    for (const number of [1, 2, 3]) {
      await server.api.ingest({ collection: "c", filename: `${number}.txt`, bytes: `Document ${number}.` });
    }
    archive = await exported(server.api, "c");
    await server.api.deleteCollection("c");
    await until("the collection's files to be removed", async () =>
      (await server.folder.storedFiles()).length === 0 ? true : undefined,
    );
  });

  const filesAreGone = () =>
    until("the files of the import to be removed", async () =>
      (await server.folder.storedFiles()).length === 0 ? true : undefined,
    );

  test.each([
    ["fails in a statement", () => failOn("documents")],
    ["refuses the commit", failOnCommit],
  ])("the database %s", async (_name, fail) => {
    fail();
    expect((await tryImport(server.api, "c", archive)).status).toBe(500);
    mend();
    await filesAreGone();
    await imported(server.api, "c", archive);
    expect(await recorded()).toHaveLength(3);
  });

  test("killed when it has been answered", async () => {
    await imported(server.api, "c", archive);
    await killAndStart();
    expect(await recorded()).toHaveLength(3);
  });
});
