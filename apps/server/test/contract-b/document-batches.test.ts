import { beforeAll, describe, expect, test } from "vitest";
import { documentsPath, type Failure } from "../harness/api.ts";
import type { Document } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";
import { batchForm, type FormFile } from "./forms.ts";

const MEGABYTE = 1_048_576;

const server = useServer({ SERVICE_MAX_UPLOAD_SIZE_MB: "1" });

interface BatchUpload {
  readonly documents: readonly Document[];
  readonly errors: readonly { readonly filename: string; readonly error: string }[];
  readonly total: number;
}

const batchPath = (collection: string, verb: string) => documentsPath(collection, "batch", verb);
const upload = (collection: string, files: readonly FormFile[], metadata?: unknown) =>
  server.api.call<BatchUpload & Failure>("POST", batchPath(collection, "upload"), { body: batchForm(files, metadata) });
const call = <Body>(collection: string, verb: string, json: unknown) =>
  server.api.call<Body & Failure>("POST", batchPath(collection, verb), { json });

const note = (name: string): FormFile => ({ filename: `${name}.txt`, bytes: `A note about ${name}.` });
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

let made = 0;
const newCollection = async (): Promise<string> => {
  const name = `batch_${(made += 1)}`;
  await server.api.createCollection(name);
  return name;
};

describe("batch upload", () => {
  test("returns 201 with all documents as pending, in the order of the files; all become ready", async () => {
    const name = await newCollection();
    const answer = await upload(name, [note("otters"), note("herons")], { by: "me" });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(["documents", "errors", "total"]);
    expect(answer.body).toMatchObject({ errors: [], total: 2 });
    expect(answer.body.documents).toMatchObject([
      { filename: "otters.txt", status: "pending", chunk_count: 0, error_message: null, metadata: { by: "me" } },
      { filename: "herons.txt", status: "pending", chunk_count: 0, error_message: null, metadata: { by: "me" } },
    ]);
    for (const { id } of answer.body.documents) expect((await server.api.settled(name, id)).status).toBe("ready");
  });

  test("reports bad files at any position, without affecting the others", async () => {
    const name = await newCollection();
    const bad: readonly FormFile[] = [
      { filename: "program.exe", bytes: "MZ" },
      { filename: "huge.txt", bytes: "x".repeat(MEGABYTE + 1) },
    ];
    const answer = await upload(name, [bad[0]!, note("a"), bad[1]!, note("b"), bad[0]!]);
    expect(answer.status).toBe(201);
    expect(answer.body.documents.map(({ filename }) => filename)).toEqual(["a.txt", "b.txt"]);
    expect(answer.body.total).toBe(2);
    expect(answer.body.errors).toEqual([
      { filename: "program.exe", error: expect.stringContaining("file: must be one of") },
      { filename: "huge.txt", error: expect.stringContaining("1 MB") },
      { filename: "program.exe", error: expect.stringContaining("file: must be one of") },
    ]);
    const stored = await server.current.folder.storedDocuments();
    for (const { id } of answer.body.documents) expect(stored).toContain(id);
    expect(await server.current.folder.incomingFiles()).toEqual([]);
    expect(await server.api.documents(name)).toHaveLength(2);
  });

  test("accepts a file of exactly the limit, and an empty file, which then fails", async () => {
    const name = await newCollection();
    const answer = await upload(name, [
      { filename: "full.txt", bytes: "words ".repeat(MEGABYTE).slice(0, MEGABYTE) },
      { filename: "empty.txt", bytes: "" },
    ]);
    expect(answer.body.total).toBe(2);
    const [full, empty] = answer.body.documents;
    expect(full!.file_size).toBe(MEGABYTE);
    expect(await server.api.settled(name, empty!.id)).toMatchObject({ status: "failed" });
    await server.api.deleteDocument(name, full!.id);
  });

  const nothingStored = async (name: string) => {
    expect(await server.api.documents(name)).toEqual([]);
    const { id } = await server.api.expect<{ id: string }>(200, "GET", `/v1/collections/${name}`);
    const files = await server.current.folder.storedFiles();
    expect(files.filter(({ collectionId }) => collectionId === id)).toEqual([]);
    expect(await server.current.folder.incomingFiles()).toEqual([]);
  };

  test("returns 400 with the reason if no file is accepted", async () => {
    const name = await newCollection();
    const answer = await upload(name, [{ filename: "a.exe", bytes: "MZ" }]);
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/^files: .*a\.exe/) } });
    await nothingStored(name);
  });

  test("returns 400 without files", async () => {
    const name = await newCollection();
    expect(await upload(name, [], {})).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^files: /) },
    });
    await nothingStored(name);
  });

  test("accepts 100 files; 101 return 400, and nothing is stored", async () => {
    const name = await newCollection();
    const files = Array.from({ length: 101 }, (_, index) => note(`n${index}`));
    const refused = await upload(name, files);
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/^files: .*100/) } });
    await nothingStored(name);
    const taken = await upload(name, files.slice(1));
    expect(taken.status).toBe(201);
    expect(taken.body.total).toBe(100);
    expect(taken.body.documents.map(({ filename }) => filename)).toEqual(
      files.slice(1).map(({ filename }) => filename),
    );
    await server.api.deleteCollection(name);
  });

  test.each([
    ["not JSON", "{"],
    ["a list", "[]"],
    ["above 64 KB", { text: "m".repeat(65_536) }],
  ])("metadata that is %s returns 400, and nothing is stored", async (_what, metadata) => {
    const name = await newCollection();
    const answer = await upload(name, [note("a")], metadata);
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/^metadata: /) } });
    await nothingStored(name);
  });

  test("returns 404 for an unknown collection", async () => {
    expect((await upload("nowhere", [note("a")])).status).toBe(404);
  });
});

describe("batch status, get and delete", () => {
  let name = "";
  let ids: readonly string[] = [];
  let foreign = "";

  beforeAll(async () => {
    name = await newCollection();
    const other = await newCollection();
    foreign = (await upload(other, [note("foreign")])).body.documents[0]!.id;
    const { documents } = (await upload(name, [note("one"), note("two"), { filename: "e.txt", bytes: "" }])).body;
    ids = documents.map(({ id }) => id);
    for (const id of ids) await server.api.settled(name, id);
  });

  test("status: returns the four fields in request order, each document once, without unknown ones", async () => {
    const answer = await call(name, "status", { document_ids: [ids[2], UNKNOWN, "x", ids[0], foreign, ids[2]] });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      documents: [
        { id: ids[2], status: "failed", error_message: expect.stringContaining("empty"), chunk_count: 0 },
        { id: ids[0], status: "ready", error_message: null, chunk_count: 1 },
      ],
      total: 2,
    });
  });

  test("get: returns the complete documents in the same way", async () => {
    const answer = await call(name, "get", { document_ids: [ids[1], UNKNOWN, foreign, ids[0]] });
    const documents = [await server.api.document(name, ids[1]!), await server.api.document(name, ids[0]!)];
    expect(answer).toMatchObject({ status: 200, body: { documents, total: 2 } });
    expect(answer.body).toEqual({ documents, total: 2 });
  });

  test.each(["status", "get", "delete"])("%s: accepts 1 to 100 ids", async (verb) => {
    const filler = Array.from({ length: 100 }, () => UNKNOWN);
    expect((await call(name, verb, { document_ids: filler })).status).toBe(200);
    for (const document_ids of [undefined, [], [...filler, UNKNOWN], "x", [5]]) {
      expect(await call(name, verb, { document_ids })).toMatchObject({
        status: 400,
        body: { detail: expect.stringMatching(/^document_ids/) },
      });
    }
    expect((await call("nowhere", verb, { document_ids: [UNKNOWN] })).status).toBe(404);
  });

  test("delete: deletes the documents of the collection, and lists all other ids in errors", async () => {
    const gone = [ids[0], ids[2]];
    const answer = await call(name, "delete", { document_ids: [UNKNOWN, ids[0], foreign, ids[2], ids[0], "x"] });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      status: "ok",
      deleted: 2,
      errors: [UNKNOWN, foreign, "x"].map((id) => ({ document_id: id, error: expect.stringContaining(id) })),
    });
    for (const id of gone) expect((await server.api.call("GET", documentsPath(name, id!))).status).toBe(404);
    expect((await server.api.documents(name)).map(({ id }) => id)).toEqual([ids[1]]);
    const { results } = await server.api.query(name, { query: "note", search_mode: "keyword" });
    expect(results.map(({ document_id }) => document_id)).toEqual([ids[1]]);
  });
});
