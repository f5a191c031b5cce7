import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { descendantsOf, isRunning } from "../harness/child-processes.ts";
import { leakIn } from "@quarry/parse-check/hostile";
import { documentsPath, type Failure } from "../harness/api.ts";
import { DataFolder } from "../harness/data-folder.ts";
import type { Document } from "../harness/resources.ts";
import { type Environment, TestServer } from "../harness/test-server.ts";
import { pdfFile } from "../fixtures/pdf-file.ts";

const PARSER = fileURLToPath(new URL("./wild-pages.ts", import.meta.url));
const SHELF = "shelf";

let server: TestServer | undefined;

afterEach(async () => {
  await server?.dispose();
  server = undefined;
});

const start = async (environment: Environment = {}, parsers: object = {}): Promise<TestServer> => {
  const folder = await DataFolder.make();
  const config = folder.file("quarry.config.json");
  await writeFile(config, JSON.stringify({ parsers }));
  server = await TestServer.start({ SERVICE_CONFIG: config, SERVICE_LOG_LEVEL: "error", ...environment }, folder);
  await server.api.createCollection(SHELF);
  return server;
};

const imagePath = (document: Document, page: number, width = 320): string =>
  `${documentsPath(SHELF, document.id)}/pages/${page}/image?width=${width}`;

test("a page that crashes its process or needs too much memory fails alone, and the service continues", async () => {
  const { api, process } = await start({ SERVICE_PARSE_MEMORY_MB: "192" }, { txt: { plugin: PARSER } });
  const wild = await api.ingest({ collection: SHELF, filename: "wild.txt", bytes: "wild" });
  const problems: readonly (readonly [number, RegExp])[] = [
    [1, /can't be shown: the file may be damaged$/],
    [2, /can't be shown: the file may be damaged$/],
    [3, /can't be shown: rendering it takes too much memory$/],
    [4, /can't be shown: the file may be damaged$/],
    [5, /can't be shown: the file may be damaged$/],
  ];
  for (const [page, problem] of problems) {
    const { detail } = await api.expect<Failure>(409, "GET", imagePath(wild, page));
    expect(detail).toMatch(problem);
    expect(leakIn(detail)).toBeUndefined();
    expect((await api.call("GET", imagePath(wild, 10, page * 400))).status).toBe(200);
  }
  expect(process.isRunning).toBe(true);
  const children = await descendantsOf(process.pid);
  await server!.stop();
  expect(children.filter(isRunning)).toEqual([]);
});

test("concurrent requests for pages wait in turn; those over the limit get 429 with retry-after", async () => {
  const { api } = await start({}, { txt: { plugin: PARSER } });
  const files = Array.from({ length: 60 }, (_, number) => `wild ${number}`);
  const documents = await Promise.all(
    files.map((bytes, number) => api.ingest({ collection: SHELF, filename: `${number}.txt`, bytes })),
  );
  const answers = await Promise.all(documents.map((document) => api.call<Failure>("GET", imagePath(document, 9))));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(60);
  for (const { status, headers, body } of refused) {
    expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(body.detail).toMatch(/^Too many pages at once with this key/);
  }
  // Requests that waited succeed, and refused ones succeed on retry.
  expect((await api.call("GET", imagePath(documents[59]!, 9))).status).toBe(200);
});

test("the image cache stays within its size limit, evicts the oldest first and survives a restart", async () => {
  const { api, folder } = await start({ SERVICE_PAGE_CACHE_MB: "1" });
  const pages = Array.from({ length: 30 }, (_, page) => `Page ${page}. ${"All work and no play. ".repeat(180)}`);
  const book = await api.ingest({ collection: SHELF, filename: "book.pdf", bytes: await pdfFile(pages) });
  for (let page = 1; page <= 30; page += 1)
    expect((await api.call("GET", imagePath(book, page, 1_280))).status).toBe(200);
  const retained = folder.file("page-pictures");
  const names = await readdir(retained);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(retained, name))).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThanOrEqual(1_048_576);
  expect(names.some((name) => name.includes("-30-1280"))).toBe(true);
  expect(names.some((name) => name.includes("-1-1280"))).toBe(false);
  await server!.restart();
  const newest = (
    await stat(
      join(
        retained,
        names.find((name) => name.includes("-30-1280"))!,
      ),
    )
  ).mtimeMs;
  expect((await server!.api.call("GET", imagePath(book, 30, 1_280))).status).toBe(200);
  expect(
    (
      await stat(
        join(
          retained,
          names.find((name) => name.includes("-30-1280"))!,
        ),
      )
    ).mtimeMs,
  ).toBe(newest);
});

describe("cached data of a page", () => {
  // Regression: the cached data was looked up only by the hash of the bytes.
  test.each(["png", "tiff", "docx"])(
    "belongs to one file type: the same bytes as .%s get no image from a PDF",
    async (type) => {
      const { api } = await start();
      await api.createCollection("strangers");
      const bytes = await pdfFile([`Two of the same bytes, one .${type}.`]);
      const other = await api.ingest({ collection: "strangers", filename: `same.${type}`, bytes });
      const ofOther = `${documentsPath("strangers", other.id)}/pages/1/image?width=320`;
      expect((await api.call("GET", ofOther)).status).not.toBe(200);
      const own = await api.ingest({ collection: SHELF, filename: "same.pdf", bytes });
      expect((await api.call("GET", imagePath(own, 1))).status).toBe(200);
      expect((await api.call("GET", ofOther)).status).not.toBe(200);
    },
  );

  test("belongs to one document: a problem names only its own document", async () => {
    const { api } = await start({}, { txt: { plugin: PARSER } });
    await api.createCollection("strangers");
    for (const collection of [SHELF, "strangers", SHELF]) {
      const { id } = await api.ingest({ collection, filename: `${collection}.txt`, bytes: "the same" });
      const path = `${documentsPath(collection, id)}/pages/4/image?width=320`;
      expect((await api.expect<Failure>(409, "GET", path)).detail).toContain(id);
    }
  });
});

describe("a key with a filter", () => {
  test("sees no page, image or text of a document outside it", async () => {
    const { api } = await start();
    const put = async (owner: string, filename: string, text: string) =>
      api.upload({ collection: SHELF, filename, bytes: await pdfFile([text]), metadata: { owner } });
    const [theirs, mine] = [await put("them", "theirs.pdf", "Secret of theirs."), await put("me", "mine.pdf", "Mine.")];
    for (const { id } of [theirs, mine]) expect((await api.settled(SHELF, id)).status).toBe("ready");
    const { key: token } = await api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", {
      json: { name: "me", scope: "read", filter: { owner: "me" } },
    });
    expect((await api.call("GET", imagePath(theirs, 1))).status).toBe(200);
    for (const rest of ["pages/1", "pages/1/image?width=320", "text"]) {
      const answer = await api.call<Failure>("GET", `${documentsPath(SHELF, theirs.id)}/${rest}`, { token });
      expect([answer.status, answer.body.detail]).toEqual([
        404,
        expect.stringMatching(/^Document '.*' not found$|does not exist/),
      ]);
      expect((await api.call("GET", `${documentsPath(SHELF, mine.id)}/${rest}`, { token })).status).toBe(200);
    }
  });
});
