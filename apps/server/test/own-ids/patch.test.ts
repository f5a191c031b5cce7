import { beforeAll, expect, test } from "vitest";
import { documentsPath, type Failure } from "../harness/api.ts";
import { soon } from "../harness/soon.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { until } from "../harness/until.ts";
import { externalPath, found, type OwnDocument, send } from "./own-ids.ts";

const server = useSharedServer();

const NAME = "patched";
const TEXT = "Beavers build dams of wood and mud.\n";
const MODES = ["semantic", "keyword", "hybrid"];

beforeAll(async () => {
  await server.api.createCollection(NAME);
});

const ready = async (text = TEXT, metadata: object = {}) => {
  const { body } = await send(server.api, NAME, "beaver.txt", text, { metadata: JSON.stringify(metadata) });
  return server.api.settled(NAME, body.id) as Promise<OwnDocument>;
};

const patch = (id: string, json: object, headers: Readonly<Record<string, string>> = {}) =>
  server.api.call<OwnDocument & Failure>("PATCH", documentsPath(NAME, id), { json, headers });

/** Returns the documents that match, queried in every mode. */
const matching = async (filters: object) => {
  const modes = await Promise.all(
    MODES.map((search_mode) => found(server.api, NAME, "beavers build dams", { filters, search_mode, top_k: 50 })),
  );
  return modes.map((hits) => [...new Set(hits.map((hit) => hit.document_id))]);
};

const NOBODY = MODES.map(() => []);
const only = (id: string) => MODES.map(() => [id]);

test("a patch is visible to the next query and filter in every mode, without reprocessing", async () => {
  const before = await ready(TEXT.repeat(300), { team: "a", tags: ["x"], deep: { left: 1, right: 2 } });
  expect(before.chunk_count).toBeGreaterThan(3);
  const { id, chunk_count } = before;
  const metadata = { team: "b", tags: null, deep: { left: null }, year: 2027 };
  const { status, body, headers } = await patch(id, { metadata, filename: "castor.txt", external_id: "c/1" });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ id, chunk_count, status: "ready", filename: "castor.txt", external_id: "c/1" },
    metadata: { team: "b", deep: { right: 2 }, year: 2027 },
  });
  expect(headers.get("etag")).toBe(`"${body.updated_at}"`);
  expect(await matching({ team: "b", year: { $gte: 2027 } })).toEqual(only(id));
  expect(await matching({ filename: "castor.txt", external_id: "c/1" })).toEqual(only(id));
  expect(await matching({ document_id: id, team: "a" })).toEqual(NOBODY);
  expect(await matching({ document_id: id, tags: { $exists: true } })).toEqual(NOBODY);
  const chunks = await server.api.chunks(NAME, id);
  for (const chunk of chunks) expect(chunk.metadata).toMatchObject({ team: "b", filename: "castor.txt" });
  expect((await server.api.document(NAME, id)).status).toBe("ready");
});

test("each of many consecutive patches is visible immediately, before or after the stores are updated", async () => {
  const { id } = await ready(TEXT.repeat(50));
  for (let n = 1; n <= 10; n += 1) {
    expect((await patch(id, { metadata: { n } })).status).toBe(200);
    expect(await matching({ document_id: id, n })).toEqual(only(id));
    expect(await matching({ document_id: id, n: n - 1 })).toEqual(NOBODY);
  }
});

test("a patch during processing is not lost", async () => {
  const { body } = await send(server.api, NAME, "long.txt", TEXT.repeat(3_000), { metadata: '{"state":"before"}' });
  for (let n = 0; n < 30; n += 1) {
    expect((await patch(body.id, { metadata: { state: `after ${n}` } })).status).toBe(200);
    if ((await server.api.document(NAME, body.id)).status === "ready") break;
  }
  expect((await patch(body.id, { metadata: { state: "last" } })).status).toBe(200);
  expect(await server.api.settled(NAME, body.id)).toMatchObject({ status: "ready", metadata: { state: "last" } });
  expect(await matching({ document_id: body.id, state: "last" })).toEqual(only(body.id));
  expect(await matching({ document_id: body.id, state: { $ne: "last" } })).toEqual(NOBODY);
});

test("an external id can be set, removed and reused; a taken one returns 409", async () => {
  const [first, second] = [await ready(), await ready()];
  await patch(first.id, { external_id: "only" });
  const taken = await patch(second.id, { external_id: "only" });
  expect([taken.status, taken.body.detail.includes(first.id)]).toEqual([409, true]);
  expect((await patch(first.id, { external_id: null })).body.external_id).toBeUndefined();
  expect((await patch(second.id, { external_id: "only" })).status).toBe(200);
  const json = { external_id: "another/only", metadata: { named: true } };
  const { body } = await server.api.call<OwnDocument>("PATCH", externalPath(NAME, "only"), { json });
  expect(body).toMatchObject({ id: second.id, external_id: "another/only", metadata: { named: true } });
});

test("a patch or deletion with an outdated state is rejected with 412", async () => {
  const document = await ready();
  const { headers } = await server.api.call("GET", documentsPath(NAME, document.id));
  const known = { "if-match": headers.get("etag")! };
  expect((await patch(document.id, { metadata: { a: 1 } }, known)).status).toBe(200);
  expect((await patch(document.id, { metadata: { a: 2 } }, known)).status).toBe(412);
  expect((await patch(document.id, { metadata: { a: 2 }, if_updated_at: document.updated_at })).status).toBe(412);
  expect((await server.api.call("DELETE", documentsPath(NAME, document.id), { headers: known })).status).toBe(412);
  const now = await server.api.document(NAME, document.id);
  expect(now.metadata).toEqual({ a: 1 });
  const raced = await Promise.all(
    [1, 2, 3, 4].map((n) => patch(now.id, { metadata: { n }, if_updated_at: now.updated_at })),
  );
  expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
});

test("a patch that changes nothing leaves the document unchanged", async () => {
  const document = await ready(TEXT, { a: { b: [1, { c: 2 }] } });
  expect((await patch(document.id, { metadata: { a: { b: [1, { c: 2 }] }, none: null } })).body).toEqual(document);
});

test("an invalid patch is rejected and names the field", async () => {
  const { id } = await ready(TEXT, { a: "x".repeat(40_000) });
  const refusals: readonly [object, RegExp][] = [
    [{ metadata: [1] }, /^metadata: must be an object, got an array$/],
    [{ filename: "beaver.pdf" }, /^filename: must end in \.txt as the document's type is, got "beaver\.pdf"$/],
    [{ external_id: "" }, /^external_id: must have 1 to 512 bytes of UTF-8, got none$/],
    [{ expires_at: "2020-01-01T00:00:00Z" }, /^expires_at: must be in the future, got 2020-01-01T00:00:00\.000Z$/],
    [{ expires_at: "soon" }, /^expires_at: must be an ISO 8601 timestamp/],
    [{ metadata: { b: "y".repeat(40_000) } }, /^metadata: must be at most 65536 bytes of JSON/],
  ];
  for (const [json, detail] of refusals) {
    const answer = await patch(id, json);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(detail)]);
  }
  expect((await patch(crypto.randomUUID(), { metadata: {} })).status).toBe(404);
  expect((await server.api.call("PATCH", externalPath(NAME, "nobody"), { json: {} })).status).toBe(404);
});

test("a document of uploaded chunks is patched like any other; a chunk's own metadata takes precedence", async () => {
  const { id } = await server.api.expect<OwnDocument>(201, "POST", documentsPath(NAME), {
    json: {
      chunks: [
        { text: "Beavers build dams.", metadata: { team: "a", part: "p-1", filename: "shadow" } },
        { text: "Beavers build lodges." },
      ],
      metadata: { team: "a", draft: true },
    },
  });
  await server.api.settled(NAME, id);
  const change = { metadata: { team: "b", draft: null, part: "p-0" }, filename: "rodents.pdf" };
  const { status, body } = await patch(id, change);
  expect({ status, body }).toMatchObject({ status: 200, body: { status: "ready", metadata: { team: "b" } } });
  const named = { filename: "rodents.pdf", file_type: "chunks", document_id: id };
  const chunks = await server.api.chunks(NAME, id);
  expect(chunks.map(({ metadata }) => metadata)).toMatchObject([
    { ...named, team: "a", part: "p-1", own_fields: ["team", "part"] },
    { ...named, team: "b", part: "p-0", own_fields: [] },
  ]);
  expect(chunks.some(({ metadata }) => "draft" in metadata)).toBe(false);
  expect(await matching({ document_id: id, part: "p-0" })).toEqual(only(id));
  expect(await matching({ document_id: id, team: "a", part: "p-1" })).toEqual(only(id));
  expect(await matching({ document_id: id, draft: true })).toEqual(NOBODY);
  // After reprocessing they are the same.
  await server.api.expect(200, "POST", `${documentsPath(NAME)}/${id}/reprocess`);
  await server.api.settled(NAME, id);
  expect((await server.api.chunks(NAME, id)).map(({ metadata }) => metadata)).toEqual(
    chunks.map(({ metadata }) => metadata),
  );
});

test("matching documents are updated together, after a dry run", async () => {
  const documents = await Promise.all(["x", "x", "y"].map((group) => ready(TEXT, { group, size: { width: 1 } })));
  const [first, second] = documents.map(({ id }) => id);
  const input = await server.api.expect<OwnDocument>(201, "POST", documentsPath(NAME), {
    json: { chunks: [{ text: "Beavers build dams." }], metadata: { group: "x" } },
  });
  await server.api.settled(NAME, input.id);
  const update = (json: object) =>
    server.api.call<Failure>("POST", `${documentsPath(NAME)}/update`, { json: { filters: { group: "x" }, ...json } });
  const change = { metadata: { group: "z", size: { height: 2 } }, expires_at: "2127-01-01T00:00:00Z" };
  const patched = [first, second, input.id].sort();
  expect(await update({ ...change, dry_run: true })).toMatchObject({ status: 200, body: { matched: 3 } });
  expect(await matching({ group: "z" })).toEqual(NOBODY);
  const { status, body } = await update(change);
  expect(status).toBe(200);
  expect(body).toMatchObject({ matched: 3, done: 3, errors: [] });
  expect((await matching({ group: "z" })).map((ids) => ids.sort())).toEqual(MODES.map(() => patched));
  expect(await server.api.document(NAME, first!)).toMatchObject({
    ...{ metadata: { group: "z", size: { width: 1, height: 2 } }, expires_at: "2127-01-01T00:00:00.000Z" },
  });
  for (const [json, detail] of [
    [{}, /^metadata, expires_at: must have at least one of them, got none$/],
    [{ expires_at: "2001-01-01T00:00:00Z" }, /^expires_at: must be in the future/],
    [{ metadata: { a: "x".repeat(70_000) } }, /^metadata: must be at most/],
    [{ ...change, all: true }, /^all: /],
  ] as const) {
    const refused = await update(json);
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toMatch(detail);
  }
});

test("an expired document is in no response, and is removed", async () => {
  const { id } = await ready();
  const before = (await server.api.documents(NAME)).length;
  const expiresAt = soon();
  expect((await patch(id, { expires_at: expiresAt })).body.expires_at).toBe(expiresAt);
  await until("the document to be over", async () => {
    // A document missing from responses must not be counted any more. The counts are read later, so they can only be
    // lower.
    const isOver = (await server.api.call("GET", documentsPath(NAME, id))).status === 404;
    const collection = await server.api.expect<{ document_count: number }>(200, "GET", `/v1/collections/${NAME}`);
    const stats = await server.api.expect<{ document_count: number }>(200, "GET", `/v1/collections/${NAME}/stats`);
    const counted = [collection.document_count, stats.document_count];
    if (isOver) expect(counted).toEqual([before - 1, before - 1]);
    return isOver || undefined;
  });
  await until("the document to be removed", async () => {
    const listed = await server.api.documents(NAME);
    return listed.every((document) => document.id !== id) ? true : undefined;
  });
  expect(await matching({ document_id: id })).toEqual(NOBODY);
  expect((await server.api.call("GET", documentsPath(NAME, id))).status).toBe(404);
});

test("a path with an external id ignores another id in the body or query string, and reports it as ignored", async () => {
  const [meant, other] = [await ready(), await ready()];
  await patch(meant.id, { external_id: "meant" });
  const path = externalPath(NAME, "meant");
  const json = { document_id: other.id, metadata: { picked: true } };
  const patched = await server.api.call<OwnDocument>("PATCH", path, { json });
  expect([patched.body.id, patched.headers.get("x-ignored-fields")]).toEqual([meant.id, "document_id"]);
  const read = await server.api.call<OwnDocument>("GET", `${path}?document_id=${other.id}`);
  expect([read.body.id, read.headers.get("x-ignored-fields")]).toEqual([meant.id, "document_id"]);
});
