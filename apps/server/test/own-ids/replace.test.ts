import { beforeAll, expect, test } from "vitest";
import { documentsPath, type Failure } from "../harness/api.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { externalPath, type Fields, found, type OwnDocument, send } from "./own-ids.ts";

const server = useSharedServer();

const NAME = "own";
const OTTERS = "Otters sleep on their backs and hold hands.\n";
const HERONS = "Herons stand in the water and wait for fish.\n";

beforeAll(async () => {
  await server.api.createCollection(NAME, { default_search_mode: "keyword" });
});

const upload = (filename: string, text: string, fields: Fields) => send(server.api, NAME, filename, text, fields);
const settled = (id: string) => server.api.settled(NAME, id) as Promise<OwnDocument>;
const replacing = (externalId: string, more: Fields = {}) => ({
  external_id: externalId,
  on_conflict: "replace",
  ...more,
});
const hitsOf = (id: string, query: string, filters: object = {}) =>
  found(server.api, NAME, query, { filters: { document_id: id, ...filters }, top_k: 100 });

/** Ingests a document with this id and waits until it is ready. */
const ingest = async (externalId: string, text: string, fields: Fields = {}) => {
  const { status, body } = await upload("a.txt", text, { external_id: externalId, ...fields });
  expect(status).toBe(201);
  return settled(body.id);
};

test.each(["docs/a b.txt", "100%", "ä/Ä é?#&=", "a\u0000b", "日本語", "x".repeat(512)])(
  "the id %j is stored unchanged; the document is found, filtered and deleted by it",
  async (externalId) => {
    const document = await ingest(externalId, OTTERS);
    expect(document.external_id).toBe(externalId);
    expect(await hitsOf(document.id, "otters", { external_id: externalId })).toHaveLength(1);
    expect(await hitsOf(document.id, "otters", { content_hash: document.content_hash })).toHaveLength(1);
    expect(await hitsOf(document.id, "otters", { external_id: "another" })).toEqual([]);
    const path = externalPath(NAME, externalId);
    expect(await server.api.expect(200, "GET", path)).toEqual(document);
    await server.api.expect(200, "DELETE", path);
    expect(await server.api.call("GET", path)).toMatchObject({ status: 404 });
  },
);

test("ids differ by case, accents and trailing spaces", async () => {
  const ids = ["Key", "key", "kéy", "key "];
  const documents = await Promise.all(ids.map((id) => upload("k.txt", OTTERS, { external_id: id })));
  expect(documents.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  for (const [index, id] of ids.entries()) {
    const { body } = await server.api.call<OwnDocument>("GET", externalPath(NAME, id));
    expect(body.id).toBe(documents[index]!.body.id);
  }
});

test("an invalid id is rejected, and nothing is stored", async () => {
  const empty = await upload("a.txt", OTTERS, { external_id: "" });
  expect([empty.status, empty.body.detail]).toEqual([400, "external_id: must have 1 to 512 bytes of UTF-8, got none"]);
  const long = await upload("a.txt", OTTERS, { external_id: "ä".repeat(257) });
  expect(long.body.detail).toMatch(/^external_id: must have 1 to 512 bytes of UTF-8, got 514: /);
  const wrong = await upload("a.txt", OTTERS, { external_id: "w", on_conflict: "overwrite" });
  expect([wrong.status, wrong.body.detail]).toEqual([
    400,
    expect.stringMatching(/^on_conflict: .*error, skip, replace/),
  ]);
  expect(await server.api.call("GET", externalPath(NAME, "w"))).toMatchObject({ status: 404 });
});

test("a taken id is rejected with the id of its document, or skipped", async () => {
  const document = await ingest("taken", OTTERS);
  const again = await upload("b.txt", HERONS, { external_id: "taken" });
  expect([again.status, again.body.detail.includes(document.id)]).toEqual([409, true]);
  const skipped = await upload("b.txt", HERONS, { external_id: "taken", on_conflict: "skip" });
  expect(skipped).toMatchObject({ status: 200, body: document });
  expect(skipped.headers.get("x-document-outcome")).toBe("skipped");
});

test("a replaced document has the same id and creation time", async () => {
  const before = await ingest("replaced", OTTERS, { metadata: '{"kind":"otter"}' });
  const answer = await upload("b.md", `# Birds\n\n${HERONS}`, replacing("replaced", { metadata: '{"kind":"heron"}' }));
  expect([answer.status, answer.headers.get("x-document-outcome")]).toEqual([200, "replaced"]);
  expect(answer.body).toMatchObject({ id: before.id, status: "pending", filename: "b.md", chunk_count: 1 });
  expect(await settled(before.id)).toMatchObject({
    ...{ id: before.id, status: "ready", filename: "b.md", file_type: "md", external_id: "replaced" },
    ...{ metadata: { kind: "heron" }, created_at: before.created_at },
  });
  expect(await hitsOf(before.id, "otters", { kind: "otter" })).toEqual([]);
  expect(await hitsOf(before.id, "herons", { kind: "heron" })).toHaveLength(1);
  const file = await server.api.fetch("GET", documentsPath(NAME, `${before.id}/file`));
  expect(await file.text()).toContain("# Birds");
});

test("a failed replacement is reported, and the previous version is still found", async () => {
  const before = await ingest("half", OTTERS, { metadata: '{"side":"left"}' });
  await upload("b.pdf", "no PDF at all", replacing("half"));
  const failed = await settled(before.id);
  expect(failed).toMatchObject({ status: "failed", chunk_count: 1, filename: "b.pdf", metadata: { side: "left" } });
  expect(failed.error_message).toMatch(/; the previous version, "a.txt", stays searchable$/);
  expect(await hitsOf(before.id, "otters")).toMatchObject([{ metadata: { filename: "a.txt", side: "left" } }]);
  // Later metadata changes also apply to the previous version, which is still found.
  await server.api.expect(200, "PATCH", documentsPath(NAME, before.id), { json: { metadata: { side: "right" } } });
  expect(await hitsOf(before.id, "otters", { side: "right" })).toMatchObject([{ metadata: { filename: "a.txt" } }]);
  await upload("c.txt", HERONS, replacing("half"));
  expect(await settled(before.id)).toMatchObject({ status: "ready", error_message: null, filename: "c.txt" });
  expect(await hitsOf(before.id, "otters")).toEqual([]);
  await server.api.expect(200, "POST", documentsPath(NAME, `${before.id}/reprocess`));
  expect(await settled(before.id)).toMatchObject({ status: "ready", filename: "c.txt" });
});

test("the same bytes and name are left unchanged, and only updated if the metadata differs", async () => {
  const before = await ingest("same", OTTERS, { metadata: '{"n":1,"m":{"a":1,"b":2}}' });
  const same = await upload("a.txt", OTTERS, replacing("same", { metadata: '{"m":{"b":2,"a":1},"n":1}' }));
  expect(same).toMatchObject({ status: 200, body: before });
  expect(same.headers.get("x-document-outcome")).toBe("unchanged");
  expect((await upload("a.txt", OTTERS, replacing("same"))).body).toEqual(before);
  const other = await upload("a.txt", OTTERS, replacing("same", { metadata: '{"n":2}' }));
  expect(other.headers.get("x-document-outcome")).toBe("updated");
  expect(other.body).toMatchObject({ id: before.id, status: "ready", metadata: { n: 2 } });
  expect(await hitsOf(before.id, "otters", { n: 2 })).toHaveLength(1);
});

test("a replacement with an outdated if_updated_at is rejected with 412", async () => {
  const before = await ingest("guarded", OTTERS);
  const guard = { if_updated_at: before.updated_at };
  expect((await upload("b.txt", HERONS, replacing("guarded", guard))).status).toBe(200);
  const second = await upload("c.txt", OTTERS, replacing("guarded", guard));
  expect([second.status, second.body.detail]).toEqual([412, expect.stringContaining(before.updated_at)]);
  expect(await settled(before.id)).toMatchObject({ filename: "b.txt" });
});

test("of eight concurrent writers of one id exactly one wins, with its complete document", async () => {
  const texts = Array.from({ length: 8 }, (_, n) => `Writer ${n} wrote this line about rivers.\n`.repeat(200));
  const answers = await Promise.all(
    texts.map((text, n) => upload(`w${n}.txt`, text, replacing("raced", { metadata: `{"writer":${n}}` }))),
  );
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const document = await settled(answers[0]!.body.id);
  const winner = Number(document.metadata["writer"]);
  expect(document).toMatchObject({ status: "ready", filename: `w${winner}.txt` });
  const hits = await hitsOf(document.id, "rivers", { external_id: "raced" });
  expect(hits.length).toBe(document.chunk_count);
  for (const { text, metadata } of hits) {
    expect(metadata["writer"]).toBe(winner);
    expect(new Set(text.match(/Writer \d/g))).toEqual(new Set([`Writer ${winner}`]));
  }
  const file = await server.api.fetch("GET", documentsPath(NAME, `${document.id}/file`));
  expect(await file.text()).toBe(texts[winner]);
});

test("a batch accepts an id for each file; a taken or invalid one does not affect other files", async () => {
  const batch = (files: Fields, fields: Fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [name, text] of Object.entries(files)) form.append("files", new Blob([text]), name);
    type Body = Failure & { documents: OwnDocument[]; errors: { filename: string; error: string }[]; total: number };
    return server.api.call<Body>("POST", documentsPath(NAME, "batch/upload"), { body: form });
  };
  const taken = await ingest("b/taken", OTTERS);
  const files = { "1.txt": OTTERS, "2.txt": HERONS, "3.txt": HERONS, "4.txt": OTTERS };
  const { status, body } = await batch(files, {
    external_ids: JSON.stringify(["b/1", "b/taken", "", "x".repeat(513)]),
  });
  expect([status, body.total]).toEqual([201, 2]);
  expect(body.documents.map((document) => [document.filename, document.external_id])).toEqual([
    ["1.txt", "b/1"],
    ["3.txt", undefined],
  ]);
  expect(body.errors.map(({ filename }) => filename)).toEqual(["2.txt", "4.txt"]);
  expect(body.errors[0]!.error).toContain(taken.id);
  const few = await batch({ "1.txt": OTTERS }, { external_ids: '["a","b"]' });
  expect([few.status, few.body.detail]).toEqual([400, "external_ids: must have one id for each of 1 files, got 2"]);
});

test("a chunk's own metadata survives replacements and patches of its document", async () => {
  const chunks = [{ text: "Otters float." }, { text: "Otters dive.", metadata: { team: "own" } }];
  const give = async (metadata: object) => {
    const json = { chunks, metadata, ...replacing("chunks/1") };
    const { body, headers } = await server.api.call<OwnDocument>("POST", documentsPath(NAME), { json });
    await settled(body.id);
    return { id: body.id, outcome: headers.get("x-document-outcome") };
  };
  const teams = async (id: string) => (await server.api.chunks(NAME, id)).map(({ metadata }) => metadata["team"]);
  const { id } = await give({ team: "a" });
  expect(await teams(id)).toEqual(["a", "own"]);
  expect(await give({ team: "a" })).toEqual({ id, outcome: "unchanged" });
  expect(await give({ team: "b" })).toEqual({ id, outcome: "updated" });
  expect(await teams(id)).toEqual(["b", "own"]);
  await upload("b.pdf", "no PDF at all", replacing("chunks/1"));
  expect(await settled(id)).toMatchObject({ status: "failed", filename: "b.pdf" });
  expect(await teams(id)).toEqual(["b", "own"]);
  const patched = await server.api.call("PATCH", documentsPath(NAME, id), { json: { metadata: { team: "c" } } });
  expect(patched.status).toBe(200);
  expect(await teams(id)).toEqual(["c", "own"]);
});

test("batch calls accept external ids, alone or together with document ids", async () => {
  const [first, second] = await Promise.all(
    ["batch/1", "batch/2"].map(async (external_id) => {
      const { body } = await send(server.api, NAME, "b.txt", `Batch ${external_id}.`, { external_id });
      return server.api.settled(NAME, body.id);
    }),
  );
  const call = (verb: string, json: object) =>
    server.api.call<Failure & { documents: readonly { id: string }[] }>(
      "POST",
      `${documentsPath(NAME)}/batch/${verb}`,
      { json },
    );
  for (const verb of ["get", "status"]) {
    const requested = { document_ids: [second!.id], external_ids: ["batch/1", "batch/2", "batch/none"] };
    const { body } = await call(verb, requested);
    expect(body.documents.map(({ id }) => id)).toEqual([second!.id, first!.id]);
    expect((await call(verb, { external_ids: ["batch/2"] })).body).toMatchObject({ total: 1 });
  }
  const most = Array.from({ length: 100 }, (_, at) => `none/${at}`);
  expect(await call("get", { document_ids: [first!.id], external_ids: most })).toMatchObject({
    ...{ status: 400, body: { detail: "document_ids, external_ids: must have 1 to 100 items, got 101" } },
  });
  const deleted = await call("delete", { document_ids: [first!.id], external_ids: ["batch/1", "batch/2", "batch/3"] });
  expect(deleted).toMatchObject({
    status: 200,
    body: { deleted: 2, errors: [{ document_id: "batch/3", error: expect.stringContaining("batch/3") as string }] },
  });
});

test("identical bytes are skipped or rejected according to on_duplicate", async () => {
  const collection = "bytes";
  await server.api.createCollection(collection);
  const first = await send(server.api, collection, "a.txt", OTTERS);
  expect((await send(server.api, collection, "b.txt", OTTERS)).status).toBe(201);
  const skipped = await send(server.api, collection, "c.txt", OTTERS, { on_duplicate: "skip" });
  expect([skipped.status, skipped.body.id]).toEqual([200, first.body.id]);
  const refused = await send(server.api, collection, "c.txt", OTTERS, { on_duplicate: "error" });
  expect([refused.status, refused.body.detail.includes(first.body.id)]).toEqual([409, true]);
  expect(await server.api.documents(collection)).toHaveLength(2);
  expect((await send(server.api, collection, "c.txt", HERONS, { on_duplicate: "error" })).status).toBe(201);
});
