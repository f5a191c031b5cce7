import { beforeAll, expect, test } from "vitest";
import { documentsPath, type Failure } from "../harness/api.ts";
import type { Document, QueryAnswer } from "../harness/resources.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";

const server = useSharedServer();
const NOTES = "notes";

beforeAll(async () => {
  await server.api.createCollection(NOTES);
});

const create = (json: unknown, headers: Readonly<Record<string, string>> = {}) =>
  server.api.call<Document & Failure>("POST", documentsPath(NOTES), { json, headers });

const createReady = async (json: unknown) => {
  const { body, status } = await create(json);
  expect({ status, body }).toMatchObject({ status: 201, body: { status: "pending", chunk_count: 0 } });
  return server.api.settled(NOTES, body.id);
};

const fileOf = async ({ id }: Document) => {
  const answer = await server.api.fetch("GET", documentsPath(NOTES, id, "file"));
  return { text: await answer.text(), type: answer.headers.get("content-type") };
};

const CHUNKS = [
  { text: "The pump is primed by hand.", page: 3, section: ["Pumps", "Starting"], metadata: { part: "p-7" } },
  // Contains characters at which line readers end a line.
  { text: "Its valve\u2028opens at two bar.\nNot before.", metadata: { filename: "shadow", team: "blue" } },
  { text: "It stops by itself." },
];

test("a text is stored as a UTF-8 file: read as Markdown, downloaded and reprocessed like any other", async () => {
  const text = "# Quartz\n\nQuartz clocks drift by a second a day — ⏱️.\n\n## Repair\n\nChange the cell.\n";
  const document = await createReady({ text, metadata: { team: "red" } });
  expect(document).toMatchObject({ status: "ready", filename: "text.md", file_type: "md", metadata: { team: "red" } });
  expect(document.file_size).toBe(Buffer.byteLength(text));
  expect(await fileOf(document)).toEqual({ text, type: "text/markdown; charset=utf-8" });
  const [chunk] = await server.api.chunks(NOTES, document.id);
  expect(chunk?.metadata).toMatchObject({ section: ["Quartz"], team: "red" });
  await server.api.expect(200, "POST", `${documentsPath(NOTES)}/${document.id}/reprocess`);
  expect(await server.api.settled(NOTES, document.id)).toMatchObject({ status: "ready" });
  const plain = await createReady({ text: "# no heading", filename: "plain.txt" });
  expect(await server.api.chunks(NOTES, plain.id)).toMatchObject([{ text: "# no heading" }]);
});

test("chunks are stored unchanged, each with its page, section and metadata", async () => {
  const document = await createReady({ chunks: CHUNKS, filename: "pump.pdf", metadata: { team: "red" } });
  expect(document).toMatchObject({ status: "ready", chunk_count: 3, filename: "pump.pdf", file_type: "chunks" });
  const chunks = await server.api.chunks(NOTES, document.id);
  expect(chunks.map(({ text }) => text)).toEqual(CHUNKS.map(({ text }) => text));
  expect(chunks.map(({ metadata }) => metadata)).toMatchObject([
    { page: 3, section: ["Pumps", "Starting"], part: "p-7", team: "red", document_id: document.id, start_char: 0 },
    { page: null, section: [], team: "blue", filename: "pump.pdf", start_char: 29 },
    { page: null, section: [], team: "red" },
  ]);
  const found = await server.api.expect<QueryAnswer>(200, "POST", `/v1/collections/${NOTES}/query`, {
    json: { query: "valve", filters: { team: "blue" } },
  });
  expect(found.results.map(({ chunk_index }) => chunk_index)).toEqual([1]);
  const { text, type } = await fileOf(document);
  expect(type).toBe("application/jsonl");
  expect(
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject(CHUNKS);
  await server.api.expect(200, "POST", `${documentsPath(NOTES)}/${document.id}/reprocess`);
  expect(await server.api.settled(NOTES, document.id)).toMatchObject({ status: "ready", chunk_count: 3 });
});

test("a chunk with too many tokens fails its document, and the error names the chunk", async () => {
  const document = await createReady({ chunks: [{ text: "short" }, { text: "word ".repeat(11_000) }] });
  expect(document).toMatchObject({ status: "failed" });
  expect(document.error_message).toMatch(
    /^chunks\[1\]\.text: must have at most \d+ tokens, got 11\d{3}: cut it smaller$/,
  );
});

const refused: readonly (readonly [string, unknown, string])[] = [
  ["nothing", {}, "text, chunks, url: must have one of them, got none"],
  ["two", { text: "a", chunks: [{ text: "b" }] }, "text, chunks, url: must have one of them, got text, chunks"],
  ["a blank text", { text: " \n" }, "text: must not be blank"],
  ["a text of another type", { text: "a", filename: "a.pdf" }, "filename: must end in one of .html"],
  ["a text that is a number", { text: 5 }, "text: must be a string, got 5"],
  ["a blank chunk", { chunks: [{ text: "a" }, { text: " " }] }, "chunks[1].text: must not be blank"],
  ["a chunk without text", { chunks: [{ page: 1 }] }, "chunks[0].text: must"],
  ["a page before the first", { chunks: [{ text: "a", page: 0 }] }, "chunks[0].page: must be"],
  ["a section that is no list", { chunks: [{ text: "a", section: "x" }] }, "chunks[0].section: must be an array"],
  [
    "metadata that is too large",
    { chunks: [{ text: "a", metadata: { a: "x".repeat(70_000) } }] },
    "chunks[0].metadata: must be at most",
  ],
  [
    "too many chunks",
    { chunks: Array.from({ length: 10_001 }, () => ({ text: "a" })) },
    "chunks: must have 0 to 10000 items, got 10001",
  ],
  ["metadata that is no object", { text: "a", metadata: [] }, "metadata: must be an object"],
];
test.each(refused)("%s is rejected, and nothing is stored", async (_, json, detail) => {
  const before = await server.api.documents(NOTES);
  const answer = await create(json);
  expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining(detail) as string } });
  expect(await server.api.documents(NOTES)).toHaveLength(before.length);
});

test("the same Idempotency-Key returns the same document; with another text it returns 409", async () => {
  const headers = { "idempotency-key": "once" };
  const first = await create({ text: "one" }, headers);
  expect((await create({ text: "one" }, headers)).body.id).toBe(first.body.id);
  expect((await create({ text: "two" }, headers)).status).toBe(409);
});

test("a body of another media type than JSON is treated as a form", async () => {
  const answer = await server.api.call("POST", documentsPath(NOTES), {
    body: '{"text": "a"}',
    headers: { "content-type": "text/plain" },
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining("multipart/form-data") as string },
  });
});
