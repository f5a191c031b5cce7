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

// Tests that an uploaded file is either recorded or removed, however and whenever the upload ends. The database faults
// are injected into SQLite's file.
const isEmbedded = STACK === "embedded";

let server: TestServer;
let database: DatabaseSync;
let number = 0;
/** Documents of earlier tests that still have files. */
let former: ReadonlySet<string>;

beforeAll(async () => {
  server = await TestServer.start();
  // The service also writes, at any time.
  database = new DatabaseSync(server.folder.file("quarry.db"), { timeout: 5_000 });
});
beforeEach(async () => {
  if (!server.process.isRunning) await server.startAgain();
  former = new Set(await server.folder.storedDocuments());
});
afterAll(async () => {
  database.close();
  await server.dispose();
});

/** Locks the database: no other process can write to it until `database` commits. */
const lock = (): void => database.exec("begin immediate");
const unlock = (): void => database.exec("commit");

const failOn = (table: string): void =>
  database.exec(`create trigger broken before insert on ${table} begin select raise(abort, 'broken'); end`);

const mend = (): void => database.exec("drop trigger broken");

const files = async () => (await server.folder.storedDocuments()).filter((id) => !former.has(id));

const untilFiles = (count: number) =>
  until(`${count} files`, async () => ((await files()).length === count ? true : undefined));

const newCollection = async (): Promise<string> => {
  const name = `c${(number += 1)}`;
  await server.api.createCollection(name);
  return name;
};

const idsIn = async (collection: string): Promise<readonly string[]> =>
  (await server.api.documents(collection)).map(({ id }) => id);

/**
 * Returns the number of recorded documents of each collection. Checks that each has its file, and that there is no
 * other file.
 */
const recorded = async (...collections: readonly string[]): Promise<readonly number[]> => {
  const ids = await Promise.all(collections.map(idsIn));
  expect(await files()).toEqual(ids.flat().sort());
  expect(await server.folder.incomingFiles()).toEqual([]);
  return ids.map(({ length }) => length);
};

const killAndStart = async (): Promise<void> => {
  await server.kill();
  await server.startAgain();
  await recovered(server);
};

/** Upload to its own collection. */
interface Upload {
  readonly way: Way;
  readonly collection: string;
}

const open = ({ way, collection }: Upload): OpenForm => OpenForm.send(server, documentsPath(collection), way);

/** Sends forms up to the point where their files are stored; the forms have not ended. */
const staged = async (...uploads: readonly Upload[]): Promise<readonly OpenForm[]> => {
  const forms = uploads.map(open);
  for (const form of forms) form.write("all");
  await untilFiles(uploads.reduce((sum, { way }) => sum + way.files, 0));
  return forms;
};

/**
 * Sends the same requests again, as their senders would. With an idempotency key a retry creates no second document.
 */
const sendAgain = async (uploads: readonly Upload[], before: "nothing" | "all" = "nothing"): Promise<void> => {
  for (const upload of uploads) expect((await open(upload).end()).status).toBe(201);
  expect(await recorded(...uploads.map(({ collection }) => collection))).toEqual(
    uploads.map(({ way }) => (way.hasKey || before === "nothing" ? way.files : 2 * way.files)),
  );
  // No database writes may overlap with the next test.
  for (const { collection } of uploads) {
    for (const id of await idsIn(collection)) await server.api.settled(collection, id);
  }
};

// One kill hits an upload by every method.
describe.runIf(isEmbedded)("uploads of every kind", () => {
  let uploads: readonly Upload[];
  let collections: readonly string[];

  beforeEach(async () => {
    uploads = await Promise.all(WAYS.map(async (way) => ({ way, collection: await newCollection() })));
    collections = uploads.map(({ collection }) => collection);
  });

  const expectNone = async (): Promise<void> => expect(await recorded(...collections)).toEqual(WAYS.map(() => 0));

  test("leave nothing after a kill in the middle of a file, and succeed on retry", async () => {
    for (const upload of uploads) open(upload).write("half");
    await until("bytes of each", async () =>
      (await server.folder.incomingFiles()).length === WAYS.length ? true : undefined,
    );
    await killAndStart();
    await expectNone();
    await sendAgain(uploads);
  });

  test("leave nothing after a kill before the form has ended, and succeed on retry", async () => {
    await staged(...uploads);
    await killAndStart();
    await expectNone();
    await sendAgain(uploads);
  });

  test("leave nothing after a kill while the record waits for the database, and succeed on retry", async () => {
    const forms = await staged(...uploads);
    lock();
    const answers = forms.map((form) => form.end());
    // Whatever their progress by then, they can't have been recorded.
    await sleep(500);
    await server.kill();
    unlock();
    for (const answer of answers) expect((await answer).status).toBe(0);
    await server.startAgain();
    await recovered(server);
    await expectNone();
    await sendAgain(uploads);
  });

  test("are recorded after a kill that follows the response", async () => {
    for (const upload of uploads) expect((await open(upload).end()).status).toBe(201);
    await killAndStart();
    expect(await recorded(...collections)).toEqual(WAYS.map((way) => way.files));
    await sendAgain(uploads, "all");
  });
});

describe.runIf(isEmbedded).each(WAYS)("$name", (way) => {
  let upload: Upload;

  beforeEach(async () => {
    upload = { way, collection: await newCollection() };
  });

  test("leaves nothing when its sender disconnects", async () => {
    const [form] = await staged(upload);
    form!.destroy();
    await untilFiles(0);
    expect(await recorded(upload.collection)).toEqual([0]);
  });

  test.each([
    ["can't be written to for now", lock, unlock, 503],
    ["fails in a statement", () => failOn("documents"), mend, 500],
    ["fails after the record was written", () => failOn("jobs"), mend, 500],
    ...(way.hasKey ? ([["fails with the answer", () => failOn("stored_answers"), mend, 500]] as const) : []),
  ] as const)("leaves nothing and succeeds on retry if the database %s", async (_name, fail, heal, status) => {
    const [form] = await staged(upload);
    fail();
    const answer = await form!.end();
    heal();
    expect(answer.status).toBe(status);
    expect(await recorded(upload.collection)).toEqual([0]);
    await sendAgain([upload]);
  });
});

describe.runIf(isEmbedded)("an import", () => {
  let archive: Buffer;
  let collection: string;

  beforeEach(async () => {
    collection = await newCollection();
    for (const number of [1, 2, 3]) {
      await server.api.ingest({ collection, filename: `${number}.txt`, bytes: `Document ${number}.` });
    }
    archive = await exported(server.api, collection);
    await server.api.deleteCollection(collection);
    await untilFiles(0);
  });

  test("leaves nothing and succeeds on retry if the database fails in a statement", async () => {
    failOn("documents");
    const { status } = await tryImport(server.api, collection, archive);
    mend();
    expect(status).toBe(500);
    await untilFiles(0);
    await imported(server.api, collection, archive);
    expect(await recorded(collection)).toEqual([3]);
  });

  test("is recorded after a kill that follows the response", async () => {
    await imported(server.api, collection, archive);
    await killAndStart();
    expect(await recorded(collection)).toEqual([3]);
  });
});
