import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { libraryFile } from "./fixtures/library.ts";
import { documentsPath, type Failure } from "./harness/api.ts";
import { TIMESTAMP, UUID } from "./harness/patterns.ts";
import type { Chunk, Document, Status } from "./harness/resources.ts";
import { useServer } from "./harness/test-server.ts";

const server = useServer();

const NOTES = "docs";
const TEXT = "The quick brown fox jumps over the lazy dog, and the dog does not mind at all.\n";

beforeAll(async () => {
  await server.api.createCollection(NOTES);
});

/** Front matter between `---` lines at the top of Markdown: metadata, not part of the text. */
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;

const post = (form: FormData) => server.api.call<Document & Failure>("POST", documentsPath(NOTES), { body: form });

const fileOf = (text: string) => new Blob([text]);

const countDocuments = async () => (await server.api.documents(NOTES)).length;

describe("upload", () => {
  test("returns 201 with exactly the fields of a pending document", async () => {
    const collection = await server.api.createCollection("exact");
    const answer = await server.api.tryUpload({
      collection: "exact",
      filename: "A Report.FINAL.Txt",
      bytes: TEXT,
      metadata: { year: 2026, tags: ["a", "b"], nested: { null: null } },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID),
      collection_id: collection.id,
      filename: "A Report.FINAL.Txt",
      file_type: "txt",
      file_size: TEXT.length,
      chunk_count: 0,
      status: "pending",
      error_message: null,
      metadata: { year: 2026, tags: ["a", "b"], nested: { null: null } },
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: answer.body.created_at,
      content_hash: createHash("sha256").update(TEXT).digest("hex"),
    });
    const ready = await server.api.settled("exact", answer.body.id);
    expect(ready).toEqual({ ...answer.body, status: "ready", chunk_count: 1, updated_at: expect.any(String) });
    expect(await server.api.expect(200, "GET", "/v1/collections/exact")).toMatchObject({ document_count: 1 });
    expect(await server.api.documents("exact")).toEqual([ready]);
  });

  test("metadata may precede or follow the file", async () => {
    const before = new FormData();
    before.append("metadata", '{"at":"before"}');
    before.append("file", fileOf(TEXT), "a.txt");
    const after = new FormData();
    after.append("file", fileOf(TEXT), "a.txt");
    after.append("metadata", '{"at":"after"}');
    expect(await post(before)).toMatchObject({ status: 201, body: { metadata: { at: "before" } } });
    expect(await post(after)).toMatchObject({ status: 201, body: { metadata: { at: "after" } } });
  });

  test("other fields and files of the form are ignored", async () => {
    const form = new FormData();
    form.append("comment", "hello");
    form.append("attachment", fileOf("something else"), "b.exe");
    form.append("file", fileOf(TEXT), "a.txt");
    expect(await post(form)).toMatchObject({ status: 201, body: { filename: "a.txt", file_size: TEXT.length } });
  });

  const types: readonly [string, string][] = [
    ["a.HTM", "htm"],
    ["b.Html", "html"],
    ["archive.tar.md", "md"],
    ["c.tif", "tif"],
    ["d.JPEG", "jpeg"],
  ];
  test.each(types)("the type of %s is %s", async (filename, type) => {
    const form = new FormData();
    form.append("file", fileOf(TEXT), filename);
    expect(await post(form)).toMatchObject({ status: 201, body: { file_type: type, filename } });
  });

  const names: readonly [string, string][] = [
    ["../../etc/passwd.txt", "passwd.txt"],
    ["C:\\Users\\me\\notes.txt", "notes.txt"],
    ["日本語 – Übersicht (1).txt", "日本語 – Übersicht (1).txt"],
    ["semi;colon'quote.txt", "semi;colon'quote.txt"],
    [".hidden.txt", ".hidden.txt"],
  ];
  test.each(names)("the name %j is stored as %j", async (input, stored) => {
    const form = new FormData();
    form.append("file", fileOf(TEXT), input);
    expect(await post(form)).toMatchObject({ status: 201, body: { filename: stored } });
  });

  const badMetadata: readonly [string, RegExp][] = [
    ["", /^metadata: must be a string that holds a JSON object, got ""/],
    ["{", /^metadata: must be a string that holds a JSON object/],
    ["[]", /^metadata: must be an object, got an empty array/],
    ["null", /^metadata: must be an object/],
    ["7", /^metadata: must be an object, got 7/],
    ['"{}"', /^metadata: must be an object/],
    [JSON.stringify({ text: "m".repeat(65_536) }), /^metadata: /],
    ["[".repeat(5_000), /^metadata: /],
    [`${'{"a":'.repeat(200)}1${"}".repeat(200)}`, /^metadata[.\w]*: must not be nested deeper/],
  ];
  test.each(badMetadata)("metadata %.30s returns 400, and nothing is stored", async (metadata, detail) => {
    for (const isFirst of [true, false]) {
      const [count, files] = [await countDocuments(), await server.current.folder.storedFiles()];
      const form = new FormData();
      if (isFirst) form.append("metadata", metadata);
      form.append("file", fileOf(TEXT), "a.txt");
      if (!isFirst) form.append("metadata", metadata);
      const answer = await post(form);
      expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } });
      expect(answer.body.detail.length).toBeLessThan(400);
      expect(await countDocuments()).toBe(count);
      expect(await server.current.folder.storedFiles()).toEqual(files);
      expect(await server.current.folder.incomingFiles()).toEqual([]);
    }
  });

  const badForms: readonly [string, (form: FormData) => void, RegExp][] = [
    ["no file", (form) => form.append("metadata", "{}"), /^file: is required/],
    ["an empty form", () => undefined, /^(file: is required|The multipart\/form-data body is broken)/],
    ["a text field named file", (form) => form.append("file", "text"), /^file: must be a file/],
    [
      "an unsupported type",
      (form) => form.append("file", fileOf("x"), "a.exe"),
      /^file: must be one of \.pdf, .*\.gif, got "a\.exe"/,
    ],
    ["no extension", (form) => form.append("file", fileOf("x"), "README"), /^file: must be one of .* got "README"/],
    ["a trailing dot", (form) => form.append("file", fileOf("x"), "a.txt."), /^file: must be one of/],
    [
      "metadata as a file",
      (form) => {
        form.append("file", fileOf("x"), "a.txt");
        form.append("metadata", fileOf("{}"), "metadata.json");
      },
      /^metadata: must be a text field/,
    ],
    [
      "two files",
      (form) => {
        form.append("file", fileOf("x"), "a.txt");
        form.append("file", fileOf("y"), "b.txt");
      },
      /^file: must be one file/,
    ],
    [
      "metadata twice",
      (form) => {
        form.append("metadata", "{}");
        form.append("file", fileOf("x"), "a.txt");
        form.append("metadata", "{}");
      },
      /^metadata: must be given once/,
    ],
  ];
  test.each(badForms)("%s returns 400, and nothing is stored", async (_what, fill, detail) => {
    const [count, files] = [await countDocuments(), await server.current.folder.storedFiles()];
    const form = new FormData();
    fill(form);
    expect(await post(form)).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } });
    expect(await countDocuments()).toBe(count);
    expect(await server.current.folder.storedFiles()).toEqual(files);
    expect(await server.current.folder.incomingFiles()).toEqual([]);
  });

  test("a body that is neither a form nor JSON with a text or chunks returns 400", async () => {
    const json = await server.api.call("POST", documentsPath(NOTES), { json: { file: "x" } });
    expect(json).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^text, chunks.*: must have one/) },
    });
    const nothing = await server.api.call("POST", documentsPath(NOTES));
    expect(nothing).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/^Content-Type: /) } });
  });

  test("an unknown collection returns 404", async () => {
    const answer = await server.api.tryUpload({ collection: "no_such", filename: "a.txt", bytes: TEXT });
    expect(answer).toMatchObject({ status: 404, body: { detail: 'collection "no_such" does not exist' } });
  });
});

describe("list", () => {
  const list = (query: string) =>
    server.api.call<{ documents: Document[]; total: number } & Failure>("GET", `${documentsPath("listed")}${query}`);

  beforeAll(async () => {
    await server.api.createCollection("listed");
    for (let index = 0; index < 5; index++) {
      await server.api.ingest({ collection: "listed", filename: `${index}.txt`, bytes: index === 3 ? "" : TEXT });
    }
  });

  test("returns documents oldest first, by page and by status", async () => {
    const all = await list("");
    expect(all.body.total).toBe(5);
    expect(all.body.documents.map(({ filename }) => filename)).toEqual(["0.txt", "1.txt", "2.txt", "3.txt", "4.txt"]);
    const page = await list("?limit=2&offset=3");
    expect(page.body).toEqual({ documents: all.body.documents.slice(3), total: 5 });
    const ready = await list("?status=ready&limit=1&offset=1");
    expect(ready.body).toEqual({ documents: all.body.documents.slice(1, 2), total: 4 });
    expect((await list("?status=failed")).body).toMatchObject({ documents: [{ filename: "3.txt" }], total: 1 });
    expect((await list("?status=pending")).body).toEqual({ documents: [], total: 0 });
    expect((await list("?status=processing")).body).toEqual({ documents: [], total: 0 });
  });

  const refused: readonly [string, RegExp][] = [
    ["?status=done", /^status: must be one of: pending, processing, ready, failed, got "done"/],
    ["?status=READY", /^status: must be one of/],
    ["?limit=0", /^limit: must be an integer from 1 to 1000, got 0/],
    ["?limit=1001", /^limit: /],
    ["?offset=-1", /^offset: /],
    ["?offset=x", /^offset: must be an integer/],
  ];
  test.each(refused)("%s returns 400", async (query, detail) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } });
  });
});

describe("get and delete", () => {
  test("an unknown document or collection returns 404", async () => {
    for (const id of ["11111111-1111-4111-8111-111111111111", "x", "%20", "..%2f"]) {
      for (const [method, suffix] of [
        ["GET", ""],
        ["DELETE", ""],
        ["GET", "/chunks"],
        ["GET", "/file"],
        ["GET", "/progress"],
      ] as const) {
        const answer = await server.api.call(method, documentsPath(NOTES, id) + suffix);
        expect({ method, suffix, id, status: answer.status }).toEqual({ method, suffix, id, status: 404 });
        expect(answer.body.detail).toContain(`collection "${NOTES}"`);
      }
    }
    const answer = await server.api.call("GET", documentsPath("no_such", "x"));
    expect(answer).toMatchObject({ status: 404, body: { detail: 'collection "no_such" does not exist' } });
  });

  test("a document of another collection returns 404", async () => {
    await server.api.createCollection("other");
    const { id } = await server.api.upload({ collection: NOTES, filename: "mine.txt", bytes: TEXT });
    expect((await server.api.call("GET", documentsPath("other", id))).status).toBe(404);
    expect((await server.api.call("DELETE", documentsPath("other", id))).status).toBe(404);
    expect((await server.api.call("GET", documentsPath(NOTES, id))).status).toBe(200);
  });

  test("a deleted document is immediately absent from every endpoint", async () => {
    await server.api.createCollection("deleting");
    const bytes = "The walrus keeps an umbrella in the pantry.\n";
    const gone = await server.api.ingest({ collection: "deleting", filename: "walrus.txt", bytes });
    const retained = await server.api.ingest({ collection: "deleting", filename: "kept.txt", bytes });
    const answer = await server.api.call<Status>("DELETE", documentsPath("deleting", gone.id));
    expect(answer).toMatchObject({ status: 200, body: { status: "ok", message: expect.any(String) } });
    for (const search_mode of ["semantic", "keyword", "hybrid"]) {
      const { results } = await server.api.query("deleting", { query: "walrus umbrella", search_mode });
      expect(results.map((result) => result.document_id)).toEqual([retained.id]);
    }
    for (const suffix of ["", "/chunks", "/file", "/progress"]) {
      expect((await server.api.call("GET", documentsPath("deleting", gone.id) + suffix)).status).toBe(404);
    }
    expect((await server.api.documents("deleting")).map(({ id }) => id)).toEqual([retained.id]);
    expect((await server.api.call("DELETE", documentsPath("deleting", gone.id))).status).toBe(404);
    expect(await server.api.expect(200, "GET", "/v1/collections/deleting")).toMatchObject({ document_count: 1 });
  });
});

describe("chunks", () => {
  test("have a position and the upload's metadata, which can't override the service's own fields", async () => {
    await server.api.createCollection("chunked", { chunk_size: 64, chunk_overlap: 8 });
    const { filename, bytes } = await libraryFile("plugin-authors.md");
    const metadata = { team: "docs", document_id: "forged", page: 99, filename: "forged.txt", nested: { a: [1] } };
    const document = await server.api.ingest({ collection: "chunked", filename, bytes, metadata });
    expect(document.metadata).toEqual(metadata);
    const source = Buffer.from(bytes).toString("utf8").replace(FRONT_MATTER, "");
    const chunks = await server.api.chunks("chunked", document.id);
    expect(chunks.length).toBe(document.chunk_count);
    expect(chunks.length).toBeGreaterThan(10);
    expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(chunks.length);
    for (const [index, chunk] of chunks.entries()) {
      expect(chunk).toEqual({
        id: expect.stringMatching(UUID),
        text: expect.stringMatching(/\S/),
        chunk_index: index,
        metadata: expect.objectContaining({
          document_id: document.id,
          page: null,
          filename,
          file_type: "md",
          section: expect.any(Array),
          start_char: expect.any(Number),
          end_char: expect.any(Number),
          team: "docs",
          nested: { a: [1] },
        }),
      });
      expect(chunk.metadata.end_char).toBeGreaterThan(chunk.metadata.start_char);
    }
    expect(chunks.some((chunk) => chunk.metadata.section.length > 1)).toBe(true);
    // Every word of the source occurs in at least one chunk.
    const words = new Set(chunks.flatMap((chunk) => chunk.text.match(/\p{L}{4,}/gu) ?? []));
    const missing = (source.match(/\p{L}{4,}/gu) ?? []).filter((word) => !words.has(word));
    expect(missing).toEqual([]);
  });

  test("are returned in pages on request", async () => {
    const [document] = await server.api.documents("chunked");
    const path = documentsPath("chunked", document!.id, "chunks");
    const all = await server.api.chunks("chunked", document!.id);
    const page = await server.api.expect<{ chunks: Chunk[]; total: number }>(200, "GET", `${path}?limit=3&offset=4`);
    expect(page).toEqual({ chunks: all.slice(4, 7), total: all.length });
    expect((await server.api.call("GET", `${path}?limit=0`)).status).toBe(400);
    expect((await server.api.call("GET", `${path}?offset=-1`)).status).toBe(400);
  });

  test("of a failed document are an empty list", async () => {
    const { id } = await server.api.ingest({ collection: NOTES, filename: "empty.txt", bytes: "" });
    const path = documentsPath(NOTES, id, "chunks");
    expect(await server.api.expect(200, "GET", path)).toEqual({ chunks: [], total: 0 });
  });
});

describe("download", () => {
  const download = (id: string, headers: Record<string, string> = {}) =>
    server.api.fetch("GET", documentsPath(NOTES, id, "file"), { headers });

  test("returns the file with type, length and ETag, and supports ranges and conditions", async () => {
    const { filename, bytes } = await libraryFile("quarry-handbook.pdf");
    const { id } = await server.api.upload({ collection: NOTES, filename, bytes });
    const whole = await download(id);
    expect(whole.status).toBe(200);
    expect(whole.headers.get("content-type")).toBe("application/pdf");
    expect(whole.headers.get("content-length")).toBe(String(bytes.length));
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    expect(whole.headers.get("content-disposition")).toMatch(/^attachment; filename="?quarry-handbook\.pdf"?/);
    const tag = whole.headers.get("etag")!;
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);

    expect((await download(id, { "if-none-match": tag })).status).toBe(304);
    expect((await download(id, { "if-none-match": '"other"' })).status).toBe(200);

    const ranges: readonly [string, number, number][] = [
      ["bytes=0-99", 0, 100],
      ["bytes=100-", 100, bytes.length],
      ["bytes=-50", bytes.length - 50, bytes.length],
      [`bytes=10-${bytes.length * 2}`, 10, bytes.length],
    ];
    for (const [range, start, end] of ranges) {
      const part = await download(id, { range });
      expect({ range, status: part.status }).toEqual({ range, status: 206 });
      expect(part.headers.get("content-range")).toBe(`bytes ${start}-${end - 1}/${bytes.length}`);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true);
    }
    const outside = await download(id, { range: `bytes=${bytes.length}-` });
    expect(outside.status).toBe(416);
    expect(outside.headers.get("content-range")).toBe(`bytes */${bytes.length}`);
    expect(await outside.json()).toEqual({ detail: expect.any(String), code: "out_of_range" });
    expect((await download(id, { range: "bytes=0-99", "if-range": '"other"' })).status).toBe(200);
    expect((await download(id, { range: "lines=1-2" })).status).toBe(200);
    const head = await server.api.fetch("HEAD", documentsPath(NOTES, id, "file"));
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(bytes.length),
      "",
    ]);
  });

  const types: readonly [string, string][] = [
    ["a.txt", "text/plain; charset=utf-8"],
    ["a.md", "text/markdown; charset=utf-8"],
    ["a.html", "text/html; charset=utf-8"],
    ["a.csv", "text/csv; charset=utf-8"],
    ["a.png", "image/png"],
    ["a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ];
  test.each(types)("the type of %s is %s", async (filename, type) => {
    const { id } = await server.api.upload({ collection: NOTES, filename, bytes: TEXT });
    const answer = await download(id);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toBe(TEXT);
  });

  test("a name that is not ASCII is encoded by RFC 5987", async () => {
    const filename = "Jahresbericht Übersicht 日本.txt";
    const { id } = await server.api.upload({ collection: NOTES, filename, bytes: TEXT });
    const disposition = (await download(id)).headers.get("content-disposition")!;
    expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent(filename)}`);
    expect(disposition).toMatch(/^attachment; filename="[\u0020-\u007e]*"/);
  });

  test("an empty file is downloaded as an empty file", async () => {
    const { id } = await server.api.ingest({ collection: NOTES, filename: "empty.txt", bytes: "" });
    const answer = await download(id);
    expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([200, "0", ""]);
  });
});

describe("progress", () => {
  test("reports the steps in order, and ends", async () => {
    await server.api.createCollection("followed");
    const { filename, bytes } = await libraryFile("quarry-handbook.pdf");
    const { id } = await server.api.upload({ collection: "followed", filename, bytes });
    const read = async () => {
      const text = await (await server.api.fetch("GET", documentsPath("followed", id, "progress"))).text();
      const lines = text.split("\n").filter((line) => line.startsWith("data: "));
      return lines.map((line) => JSON.parse(line.slice(6)) as { step: string; progress: number });
    };
    const steps = await read();
    expect(steps.at(-1)).toEqual({ step: "complete", status: "completed", message: expect.any(String), progress: 100 });
    for (const step of steps.slice(0, -1)) {
      expect(step).toEqual({
        step: expect.stringMatching(/^(parsing|chunking|embedding)$/),
        status: "in_progress",
        message: expect.any(String),
        progress: expect.any(Number),
      });
      expect(step.progress).toBeLessThan(100);
    }
    // A late subscriber receives the final step at once.
    expect(await read()).toEqual([steps.at(-1)]);
  });

  test("of a failed document ends with its error", async () => {
    const { id, error_message } = await server.api.ingest({ collection: NOTES, filename: "none.txt", bytes: "" });
    const text = await (await server.api.fetch("GET", documentsPath(NOTES, id, "progress"))).text();
    const last = JSON.parse(text.trim().split("data: ").at(-1)!) as unknown;
    expect(last).toMatchObject({ step: "failed", status: "failed", message: error_message });
  });
});
