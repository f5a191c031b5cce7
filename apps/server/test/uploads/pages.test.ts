import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentsPath, type Failure } from "../harness/api.ts";
import type { Document, QueryAnswer } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";

/** Pages are fetched from the local machine, which requires private addresses to be allowed. */
const server = useServer({ SERVICE_FETCH_ALLOW_PRIVATE: "true", SERVICE_FETCH_TIMEOUT: "60" });
const NOTES = "pages";

let site: Server;
let origin: string;
let version = 1;
const asked: { readonly url: string; readonly condition: string | undefined }[] = [];

const pageOf = (text: string) => `<html><title>Clocks</title><h1>Quartz</h1><p>${text}</p></html>`;

type Answering = (answer: ServerResponse, request: IncomingMessage) => void;

/** Response of the slow page, set by one test. */
let slow: Answering = (answer) => answer.end();

const ANSWERS: Readonly<Record<string, Answering>> = {
  "/docs/clock": (answer, { headers }) => {
    const etag = `"v${version}"`;
    if (headers["if-none-match"] === etag) return void answer.writeHead(304).end();
    answer.writeHead(200, { "content-type": "text/html", etag }).end(pageOf(`Version ${version} drifts by a second.`));
  },
  "/app": (answer) =>
    answer.writeHead(200, { "content-type": "text/html" }).end("<div id=root></div><script src=app.js></script>"),
  "/latin": (answer) =>
    answer
      .writeHead(200, { "content-type": "text/plain; charset=latin1" })
      .end(Buffer.from("Grüße aus Zürich", "latin1")),
  "/inside": (answer) => answer.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end(),
  "/slow": (answer, request) => slow(answer, request),
  "/gone": (answer) => answer.writeHead(404).end(),
  "/movie": (answer) => answer.writeHead(200, { "content-type": "video/mp4" }).end(Buffer.alloc(64)),
};

beforeAll(async () => {
  site = createServer((request, answer) => {
    asked.push({ url: request.url!, condition: request.headers["if-none-match"] });
    ANSWERS[request.url!]!(answer, request);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await server.api.createCollection(NOTES);
});

afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const create = (json: unknown) => server.api.call<Document & Failure>("POST", documentsPath(NOTES), { json });

const settled = async (json: unknown) => {
  const { status, body } = await create(json);
  expect({ status, body }).toMatchObject({ status: 201, body: { status: "pending", file_size: 0 } });
  return server.api.settled(NOTES, body.id);
};

const again = async ({ id }: Document) => {
  await server.api.expect(200, "POST", documentsPath(NOTES, id, "reprocess"));
  return server.api.settled(NOTES, id);
};

const textsOf = async ({ id }: Document) => (await server.api.chunks(NOTES, id)).map(({ text }) => text).join("\n");

test("a page is fetched and found; a reprocess fetches it conditionally and reads it again if it has changed", async () => {
  const url = `${origin}/docs/clock`;
  const first = await settled({ url, metadata: { team: "red" } });
  expect(first).toMatchObject({
    status: "ready",
    filename: "clock",
    file_type: "html",
    source_url: url,
    chunk_count: 1,
  });
  expect(first.file_size).toBeGreaterThan(0);
  const [chunk] = await server.api.chunks(NOTES, first.id);
  expect(chunk).toMatchObject({ metadata: { title: "Clocks", team: "red" } });
  const found = await server.api.expect<QueryAnswer>(200, "POST", `/v1/collections/${NOTES}/query`, {
    json: { query: "quartz drifts", search_mode: "keyword" },
  });
  expect(found.results.map(({ document_id }) => document_id)).toContain(first.id);

  const same = await again(first);
  expect(same).toMatchObject({ status: "ready", chunk_count: 1 });
  // The chunks are those of the first run: nothing was processed again.
  expect((await server.api.chunks(NOTES, first.id))[0]?.id).toBe(chunk?.id);

  version = 2;
  expect(await again(first)).toMatchObject({ status: "ready", filename: "clock" });
  expect(await textsOf(first)).toContain("Version 2");
  const file = await server.api.fetch("GET", documentsPath(NOTES, first.id, "file"));
  expect(await file.text()).toContain("Version 2");

  // A page whose chunking changed is read again, whether its content changed or not.
  const before = (await server.api.chunks(NOTES, first.id))[0]?.id;
  await server.api.expect(200, "PUT", `/v1/collections/${NOTES}`, { json: { chunk_strategy: "paragraph" } });
  await again(first);
  expect((await server.api.chunks(NOTES, first.id))[0]?.id).not.toBe(before);
  const conditions = asked.filter(({ url: path }) => path === "/docs/clock").map(({ condition }) => condition);
  expect(conditions).toEqual([undefined, '"v1"', '"v1"', '"v2"']);
});

test("a page whose fetch is interrupted by a kill is fetched again and stored once", async () => {
  const words = pageOf("Pendulums swing, whoever was killed.");
  let attempts = 0;
  let halfSent!: () => void;
  const isHalfSent = new Promise<void>((resolve) => (halfSent = resolve));
  slow = (answer) => {
    attempts += 1;
    answer.writeHead(200, { "content-type": "text/html", "content-length": words.length });
    if (attempts > 1) return void answer.end(words);
    answer.write(words.slice(0, 40), () => halfSent());
  };
  const { body } = await create({ url: `${origin}/slow`, external_id: "killed" });
  await isHalfSent;
  expect((await server.api.document(NOTES, body.id)).status).toBe("processing");
  await server.current.kill();
  await server.current.startAgain();
  const document = await server.api.settled(NOTES, body.id);
  expect(document).toMatchObject({ status: "ready", file_size: words.length, chunk_count: 1 });
  expect(attempts).toBe(2);
  expect(await textsOf(document)).toContain("Pendulums");
  const found = await server.api.expect<QueryAnswer>(200, "POST", `/v1/collections/${NOTES}/query`, {
    json: { query: "pendulums", search_mode: "keyword" },
  });
  expect(found.results.map(({ document_id }) => document_id)).toEqual([document.id]);
  expect(await server.current.folder.incomingFiles()).toEqual([]);
});

test("a page is decoded with the encoding that its server names", async () => {
  const document = await settled({ url: `${origin}/latin`, filename: "greetings" });
  expect(document).toMatchObject({ status: "ready", filename: "greetings", file_type: "txt" });
  expect(await textsOf(document)).toBe("Grüße aus Zürich");
});

const failing: readonly (readonly [string, RegExp])[] = [
  ["/app", /which are not run/],
  ["/inside", /169\.254\.169\.254.*whose address is link-local/],
  ["/gone", /^the server answered 404$/],
  ["/movie", /sent as "video\/mp4": only text, HTML and the file types of uploads are read/],
];
test.each(failing)("the page %s fails its document: %s", async (path, reason) => {
  const document = await settled({ url: origin + path });
  expect(document.status).toBe("failed");
  expect(document.error_message).toMatch(reason);
});

test("a page that its server no longer has fails, and its previous version is still found", async () => {
  const url = `${origin}/docs/clock`;
  const document = await settled({ url });
  const answer = ANSWERS["/docs/clock"]!;
  (ANSWERS as Record<string, typeof answer>)["/docs/clock"] = (gone) => gone.writeHead(410).end();
  expect(await again(document)).toMatchObject({ status: "failed", error_message: "the server answered 410" });
  expect(await textsOf(document)).toContain("Version");
  (ANSWERS as Record<string, typeof answer>)["/docs/clock"] = answer;
  expect(await again(document)).toMatchObject({ status: "ready", error_message: null });
});

test("a page that has become unreadable fails with a message, and its previous version is still found", async () => {
  const url = `${origin}/docs/clock`;
  const document = await settled({ url });
  const chunks = await textsOf(document);
  const answer = ANSWERS["/docs/clock"]!;
  (ANSWERS as Record<string, typeof answer>)["/docs/clock"] = ANSWERS["/app"]!;
  expect(await again(document)).toMatchObject({
    status: "failed",
    error_message: expect.stringMatching(/which are not run.*the previous version, "clock", stays searchable/),
  });
  expect(await textsOf(document)).toBe(chunks);
  (ANSWERS as Record<string, typeof answer>)["/docs/clock"] = answer;
  expect(await again(document)).toMatchObject({ status: "ready", error_message: null });
  expect(await textsOf(document)).toBe(chunks);
});

test("a page with the same external id is fetched again, and is replaced by another page", async () => {
  const fields = { external_id: "page", on_conflict: "replace", on_duplicate: "error" };
  const first = await settled({ url: `${origin}/latin`, ...fields });
  const input = await create({ url: `${origin}/latin`, ...fields, metadata: { team: "red" } });
  expect({ status: input.status, outcome: input.headers.get("x-document-outcome") }).toEqual({
    ...{ status: 200, outcome: "replaced" },
  });
  expect(await server.api.settled(NOTES, first.id)).toMatchObject({ status: "ready", metadata: { team: "red" } });
  expect((await server.api.chunks(NOTES, first.id))[0]).toMatchObject({
    metadata: { team: "red", external_id: "page" },
  });
  const other = await create({ url: `${origin}/docs/clock`, ...fields });
  expect(other).toMatchObject({ status: 200, body: { id: first.id } });
  expect(await server.api.settled(NOTES, first.id)).toMatchObject({
    ...{ status: "ready", source_url: `${origin}/docs/clock`, file_type: "html" },
  });
  expect(await textsOf(first)).toContain("drifts");
});

const refused: readonly (readonly [unknown, string])[] = [
  [{ url: "ftp://example.com/a" }, "url: must be an http:// or https:// URL with a public host"],
  [{ url: "http://169.254.169.254/latest" }, "link-local"],
  [{ url: "https://user:secret@example.com/" }, "must not hold a user name or a password"],
  [{ url: "x".repeat(3_000) }, "url: must be at most 2048 characters"],
  [{ url: "" }, "url: must"],
  [{ url: "https://example.com", text: "a" }, "text, chunks, url: must have one of them, got text, url"],
  [{ uri: "https://example.com" }, "text, chunks, url: must have one of them, got none"],
];
test.each(refused)("%j is rejected: %s", async (json, detail) => {
  expect(await create(json)).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining(detail) as string },
  });
});
