import { beforeAll, describe, expect, test } from "vitest";
import { documentsPath } from "./harness/api.ts";
import { useServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

const server = useServer({ SERVICE_LOG_LEVEL: "error" });

interface Operation {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly total: number;
  readonly done: number;
}

interface Step {
  readonly document_id: string;
  readonly step: string;
  readonly status: string;
  readonly message: string;
}

const keys = { bounded: "", limited: "", reader: "" };
const NOWHERE = "00000000-0000-4000-8000-000000000000";

const makeKey = async (name: string, fields: object): Promise<string> =>
  (await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", { json: { name, ...fields } })).key;

const ingest = (collection: string, filename: string, acl: string) =>
  server.api.ingest({ collection, filename, bytes: `# ${filename}\n\nA short text of ${acl}.`, metadata: { acl } });

const ended = (id: string): Promise<Operation> =>
  until(`operation ${id} to end`, async () => {
    const operation = await server.api.expect<Operation>(200, "GET", `/v1/operations/${id}`);
    return operation.state === "running" ? undefined : operation;
  });

const progress = async (path: string, token?: string): Promise<readonly Step[]> => {
  const response = await server.api.fetch("GET", path, token === undefined ? {} : { token });
  expect([response.status, response.ok ? "" : await response.text()]).toEqual([200, ""]);
  return (await response.text())
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)) as Step);
};

beforeAll(async () => {
  await server.api.createCollection("ours");
  await server.api.createCollection("others");
  keys.bounded = await makeKey("bounded", { scope: "write", filter: { acl: "one" } });
  keys.limited = await makeKey("limited", { scope: "write", collections: ["ours"] });
  keys.reader = await makeKey("reader", { scope: "read", expires_at: "2099-01-02T03:04:05Z" });
});

describe("documents by their id alone", () => {
  test("are read, listed as chunks, and deleted", async () => {
    const { id } = await ingest("ours", "alone.md", "one");
    const { api } = server;
    const inCollection = await api.call("GET", `${documentsPath("ours", id)}?info=true`);
    const alone = await api.call("GET", `/v1/documents/${id}?info=true`);
    expect(alone.body).toEqual(inCollection.body);
    expect(alone.headers.get("etag")).toBe(inCollection.headers.get("etag"));
    const chunks = await api.expect<object>(200, "GET", `/v1/documents/${id}/chunks?citations=true&limit=1`);
    expect(chunks).toEqual(await api.expect(200, "GET", `${documentsPath("ours", id)}/chunks?citations=true&limit=1`));
    const stale = await api.call("DELETE", `/v1/documents/${id}`, {
      headers: { "if-match": '"2020-01-01T00:00:00.000Z"' },
    });
    expect(stale.status).toBe(412);
    expect(await api.expect(200, "DELETE", `/v1/documents/${id}`)).toEqual({
      status: "ok",
      message: `Document '${id}' deleted`,
    });
    expect((await api.call("GET", documentsPath("ours", id))).status).toBe(404);
  });

  test("that the key may not access return 404, like unknown ones", async () => {
    const theirs = await ingest("ours", "theirs.md", "two");
    const elsewhere = await ingest("others", "elsewhere.md", "one");
    const refused = [
      [keys.bounded, theirs.id],
      [keys.limited, elsewhere.id],
      [keys.limited, NOWHERE],
      [keys.limited, "no-uuid"],
    ] as const;
    for (const [token, id] of refused) {
      for (const [method, path] of [
        ["GET", `/v1/documents/${id}`],
        ["GET", `/v1/documents/${id}/chunks`],
        ["DELETE", `/v1/documents/${id}`],
      ] as const) {
        const answer = await server.api.call(method, path, { token });
        expect(answer.status).toBe(404);
        expect(answer.body).toMatchObject({ detail: `document "${id}" does not exist` });
      }
    }
    expect((await server.api.call("DELETE", `/v1/documents/${theirs.id}`, { token: keys.reader })).status).toBe(403);
    expect(await server.api.document("ours", theirs.id)).toEqual(theirs);
    expect(await server.api.document("others", elsewhere.id)).toEqual(elsewhere);
  });
});

describe("the progress of several documents", () => {
  test("is one stream that ends when all documents are settled", async () => {
    const upload = (filename: string, bytes: string) =>
      server.api.upload({ collection: "ours", filename, bytes, metadata: { acl: "one" } });
    const good = await Promise.all(
      Array.from({ length: 5 }, (_, index) => upload(`good-${index}.md`, "# Good\n\nText.")),
    );
    const bad = await upload("bad.pdf", "%PDF-1.7 no");
    const ids = [...good.map(({ id }) => id), bad.id, NOWHERE];
    const steps = await progress(
      `${documentsPath("ours")}/batch/progress?ids=${ids.slice(0, 3).join(",")}&ids=${ids.slice(3)}`,
    );
    const last = new Map(steps.map((step) => [step.document_id, step]));
    expect([...last.keys()].toSorted()).toEqual(ids.toSorted());
    for (const { id } of good) expect(last.get(id)).toMatchObject({ step: "complete", status: "completed" });
    expect(last.get(bad.id)).toMatchObject({ step: "failed", status: "failed" });
    expect(last.get(NOWHERE)).toMatchObject({
      step: "failed",
      message: `document "${NOWHERE}" does not exist in collection "ours"`,
    });
  });

  test("reveals nothing of documents outside the key's filter, and rejects invalid requests", async () => {
    const theirs = await ingest("ours", "not-yours.md", "two");
    const path = `${documentsPath("ours")}/batch/progress`;
    const hidden = await progress(`${path}?ids=${theirs.id}`, keys.bounded);
    expect(hidden).toEqual([
      expect.objectContaining({
        step: "failed",
        message: `document "${theirs.id}" does not exist in collection "ours"`,
      }),
    ]);
    const { api } = server;
    expect((await api.call("GET", path)).status).toBe(400);
    expect((await api.call("GET", `${path}?ids=${Array.from({ length: 101 }, () => NOWHERE).join(",")}`)).status).toBe(
      400,
    );
    expect((await api.call("GET", `/v1/collections/nowhere/documents/batch/progress?ids=${NOWHERE}`)).status).toBe(404);
    expect(
      (await api.call("GET", `/v1/collections/others/documents/batch/progress?ids=${NOWHERE}`, { token: keys.limited }))
        .status,
    ).toBe(403);
  });

  test("ends with a failed step for a deleted document", async () => {
    await server.api.createCollection("waiting");
    const { id } = await ingest("waiting", "done.md", "one");
    expect(await progress(`${documentsPath("waiting")}/batch/progress?ids=${id},${id}`)).toHaveLength(1);
    await server.api.deleteDocument("waiting", id);
    expect(await progress(`${documentsPath("waiting")}/batch/progress?ids=${id}`)).toEqual([
      expect.objectContaining({ document_id: id, status: "failed" }),
    ]);
  });
});

describe("whole collections", () => {
  const withEntries = async (name: string, count: number) => {
    await server.api.createCollection(name, { dimension: 4, embedding_provider: "none" });
    const vectors = Array.from({ length: count }, (_, index) => ({
      id: `${name}-${index}`,
      embedding: [1, 0, 0, index],
      metadata: { acl: index % 2 === 0 ? "one" : "two" },
    }));
    await server.api.expect(200, "POST", `/v1/collections/${name}/vectors/upsert`, { json: { vectors } });
  };
  const contents = async (name: string) => {
    const { document_count: documents } = await server.api.expect<{ document_count: number }>(
      200,
      "GET",
      `/v1/collections/${name}`,
    );
    const { count } = await server.api.expect<{ count: number }>(200, "POST", `/v1/collections/${name}/vectors/count`, {
      json: {},
    });
    return { documents, entries: count };
  };

  test("are emptied of documents and entries by an operation", async () => {
    await withEntries("emptied", 3);
    for (const place of [0, 1, 2]) await ingest("emptied", `${place}.md`, "one");
    await server.api.upload({ collection: "emptied", filename: "bad.pdf", bytes: "%PDF-1.7 no" });
    const begun = await server.api.expect<Operation>(202, "POST", "/v1/collections/emptied/truncate");
    expect(begun).toMatchObject({ kind: "truncate", total: 7 });
    expect(await ended(begun.id)).toMatchObject({ state: "completed", total: 7, done: 7, failed: 0 });
    expect(await contents("emptied")).toEqual({ documents: 0, entries: 0 });
    const again = await server.api.expect<Operation>(202, "POST", "/v1/collections/emptied/truncate");
    expect(await ended(again.id)).toMatchObject({ state: "completed", total: 0, done: 0 });
  });

  // Without documents, the operation begins with the items of the entries; otherwise these follow the deletion of the
  // last document.
  test("with only entries are emptied", async () => {
    await withEntries("entries", 5);
    const { id } = await server.api.expect<Operation>(202, "POST", "/v1/collections/entries/truncate");
    expect(await ended(id)).toMatchObject({ state: "completed", total: 5, done: 5 });
    expect(await contents("entries")).toEqual({ documents: 0, entries: 0 });
  });

  test("are emptied only within the key's filter", async () => {
    await withEntries("partly", 4);
    const mine = await ingest("partly", "mine.md", "one");
    const theirs = await ingest("partly", "theirs.md", "two");
    const begun = await server.api.expect<Operation>(202, "POST", "/v1/collections/partly/truncate", {
      token: keys.bounded,
    });
    expect(await ended(begun.id)).toMatchObject({ state: "completed", total: 3, done: 3 });
    expect(await contents("partly")).toEqual({ documents: 1, entries: 2 });
    expect(await server.api.document("partly", theirs.id)).toEqual(theirs);
    expect((await server.api.call("GET", documentsPath("partly", mine.id))).status).toBe(404);
    expect((await server.api.call("POST", "/v1/collections/partly/truncate", { token: keys.reader })).status).toBe(403);
    expect((await server.api.call("POST", "/v1/collections/partly/truncate", { token: keys.limited })).status).toBe(
      403,
    );
    expect((await server.api.call("POST", "/v1/collections/nowhere/truncate")).status).toBe(404);
  });

  test("are embedded again, including failed documents", async () => {
    await server.api.createCollection("again");
    const ready = await ingest("again", "ready.md", "one");
    const failed = await server.api.ingest({
      collection: "again",
      filename: "bad.pdf",
      bytes: "%PDF-1.7 no",
      metadata: { acl: "two" },
    });
    const within = await server.api.expect<Operation>(202, "POST", "/v1/collections/again/reembed", {
      token: keys.bounded,
    });
    expect(await ended(within.id)).toMatchObject({
      kind: "reprocess_documents",
      state: "completed",
      total: 1,
      done: 1,
    });
    await server.api.settled("again", ready.id);
    const all = await server.api.expect<Operation>(202, "POST", "/v1/collections/again/reembed");
    expect(await ended(all.id)).toMatchObject({ state: "completed", total: 2, done: 2 });
    expect((await server.api.settled("again", ready.id)).status).toBe("ready");
    expect((await server.api.settled("again", failed.id)).updated_at > failed.updated_at).toBe(true);
    expect((await server.api.call("POST", "/v1/collections/again/reembed", { token: keys.reader })).status).toBe(403);
  });
});

test("whoami returns the rights of the key", async () => {
  const { api } = server;
  const whoAmI = (token?: string) => api.expect(200, "GET", "/v1/auth/whoami", token === undefined ? {} : { token });
  expect(await whoAmI()).toEqual({
    name: "api-secret",
    scope: "admin",
    collections: null,
    filter: {},
    expires_at: null,
  });
  expect(await whoAmI(keys.bounded)).toEqual({
    name: "key:bounded",
    scope: "write",
    collections: null,
    filter: { acl: "one" },
    expires_at: null,
  });
  expect(await whoAmI(keys.limited)).toMatchObject({ name: "key:limited", collections: ["ours"], filter: {} });
  expect(await whoAmI(keys.reader)).toMatchObject({ scope: "read", expires_at: "2099-01-02T03:04:05.000Z" });
  expect((await api.call("GET", "/v1/auth/whoami", { token: null })).status).toBe(401);
});
