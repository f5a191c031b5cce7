import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { documentsPath, type Failure } from "../harness/api.ts";
import { soon } from "../harness/soon.ts";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { Receiver } from "../webhooks/receiver.ts";
import { createWebhook } from "../webhooks/resources.ts";
import { externalPath, type Fields, type OwnDocument, send } from "./own-ids.ts";

const server = useServer();

const NAME = "same";
const TEXTS = ["Otters sleep on their backs.", "Herons stand still.", "Newts grow their legs again."] as const;

interface Groups {
  readonly groups: readonly {
    readonly content_hash: string;
    readonly documents: readonly OwnDocument[];
    readonly has_more: boolean;
  }[];
  readonly next_cursor?: string;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

const duplicates = (query = "", collection = NAME, token?: string) =>
  server.api.call<Groups & Failure>("GET", `${documentsPath(collection)}/duplicates${query}`, token ? { token } : {});

const upload = async (name: string, text: string, fields: Fields = {}, collection = NAME) => {
  const { status, body } = await send(server.api, collection, name, text, fields);
  expect(status).toBe(201);
  return server.api.settled(collection, body.id);
};

beforeAll(async () => {
  await server.api.createCollection(NAME);
});

test("documents with the same bytes are listed in groups, page by page, without expired ones", async () => {
  const [otters, herons, newts] = TEXTS;
  const ids = new Map<string, string[]>();
  for (const [name, text] of [
    ...[["a.txt", otters] as const, ["b.txt", herons] as const, ["c.txt", otters] as const],
    ...[["d.txt", otters] as const, ["e.txt", herons] as const, ["f.txt", newts] as const],
  ]) {
    const { id } = await upload(name, text);
    ids.set(text, [...(ids.get(text) ?? []), id]);
  }
  const expected = [otters, herons]
    .map((text) => ({ hash: hashOf(text), ids: ids.get(text) }))
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  const shown = ({ groups }: Groups) =>
    groups.map(({ content_hash, documents }) => ({ hash: content_hash, ids: documents.map(({ id }) => id) }));
  const all = await duplicates();
  expect(shown(all.body)).toEqual(expected);
  expect(all.body.next_cursor).toBeUndefined();
  expect(all.body.groups.map(({ has_more }) => has_more)).toEqual([false, false]);
  const first = await duplicates("?limit=1");
  expect(shown(first.body)).toEqual(expected.slice(0, 1));
  const second = await duplicates(`?limit=1&cursor=${first.body.next_cursor}`);
  expect(shown(second.body)).toEqual(expected.slice(1));
  expect(second.body.next_cursor).toBeUndefined();

  const [, over] = ids.get(herons)!;
  const expires_at = soon();
  await server.api.expect(200, "PATCH", documentsPath(NAME, over!), { json: { expires_at } });
  await until("the document to be over", async () =>
    (await duplicates()).body.groups.length === 1 ? true : undefined,
  );
});

test.each([
  ["?limit=0", /^limit: /],
  ["?limit=101", /^limit: /],
  ["?cursor=x", /^cursor: must be the next_cursor of a page of this list, got "x"$/],
])("%s is rejected", async (query, detail) => {
  const { status, body } = await duplicates(query);
  expect(status).toBe(400);
  expect(body.detail).toMatch(detail);
});

test("a key with a filter learns nothing of documents outside it, neither by external id nor by bytes", async () => {
  const { api } = server;
  const shared = "bounded";
  await api.createCollection(shared);
  const { key: token } = await api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", {
    json: { name: "team-a", scope: "write", filter: { team: "a" } },
  });
  const theirs = await upload("theirs.txt", TEXTS[0], { external_id: "x", metadata: '{"team":"b"}' }, shared);
  const asTeam = async (name: string, text: string, fields: Fields) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ metadata: '{"team":"a"}', ...fields })) form.append(field, value);
    form.append("file", new Blob([text]), name);
    return api.call<OwnDocument & Failure>("POST", documentsPath(shared), { body: form, token });
  };
  // Identical bytes of documents outside the key's filter do not count as duplicates.
  for (const on_duplicate of ["skip", "error"]) {
    const { status, body } = await asTeam("mine.txt", TEXTS[0], { on_duplicate });
    expect(status).toBe(201);
    expect(body.id).not.toBe(theirs.id);
    await api.settled(shared, body.id);
    await api.expect(200, "DELETE", documentsPath(shared, body.id), { token });
  }
  for (const on_conflict of ["error", "skip", "replace"]) {
    const { status, text } = await asTeam("mine.txt", TEXTS[1], { external_id: "x", on_conflict });
    expect(status).toBe(409);
    expect(JSON.parse(text)).toEqual({ detail: 'external_id: "x" is taken', code: "already_exists" });
  }
  const { body: mine } = await asTeam("mine.txt", TEXTS[0], { external_id: "y" });
  await api.settled(shared, mine.id);
  expect((await duplicates("", shared, token)).body.groups).toEqual([]);
  expect((await duplicates("", shared)).body.groups).toHaveLength(1);
  const patch = (path: string, json: object) => api.call<OwnDocument & Failure>("PATCH", path, { json, token });
  expect((await patch(externalPath(shared, "x"), { metadata: {} })).status).toBe(404);
  expect((await patch(documentsPath(shared, theirs.id), { metadata: { team: "a" } })).status).toBe(404);
  expect(await patch(externalPath(shared, "y"), { metadata: { team: "b" } })).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining("metadata: must match the filter of this key") as string },
  });
  const taken = await patch(externalPath(shared, "y"), { external_id: "x" });
  expect(taken).toMatchObject({ status: 409, body: { detail: 'external_id: "x" is taken', code: "already_exists" } });
  // A replacement must not move the key's own document out of its filter either.
  const leaving = { external_id: "y", on_conflict: "replace", metadata: '{"team":"b"}' };
  expect((await asTeam("mine.txt", TEXTS[1], leaving)).status).toBe(403);
  expect(await api.document(shared, mine.id)).toMatchObject({ metadata: { team: "a" }, filename: "mine.txt" });
  expect(await api.document(shared, theirs.id)).toMatchObject({ metadata: { team: "b" }, filename: "theirs.txt" });
});

test("webhooks get document.unchanged and document.deleted, also on expiry, only if they subscribe to them", async () => {
  const { api } = server;
  const collection = "told";
  await api.createCollection(collection);
  await using requested = await Receiver.start();
  await using others = await Receiver.start();
  const collections = [collection];
  await createWebhook(api, { url: requested.url, events: ["document.deleted", "document.unchanged"], collections });
  await createWebhook(api, { url: others.url, collections });
  const same = { external_id: "1", on_conflict: "replace" };
  const { id } = await upload("a.txt", TEXTS[0], same, collection);
  const again = await send(api, collection, "a.txt", TEXTS[0], same);
  expect({ status: again.status, outcome: again.headers.get("x-document-outcome") }).toEqual({
    ...{ status: 200, outcome: "unchanged" },
  });
  const over = await upload("b.txt", TEXTS[1], {}, collection);
  const expires_at = soon();
  await api.expect(200, "PATCH", documentsPath(collection, over.id), { json: { expires_at } });
  await api.deleteDocument(collection, id);
  const reported = await until("three events", async () =>
    requested.received.length >= 3 ? requested.received : undefined,
  );
  expect(reported.map(({ payload: { event, document_id, status } }) => [event, document_id, status])).toEqual(
    expect.arrayContaining([
      ["document.unchanged", id, "unchanged"],
      ["document.deleted", id, "deleted"],
      ["document.deleted", over.id, "deleted"],
    ]),
  );
  const seen = await until("what the others are told", async () =>
    others.received.length >= 4 ? others.received : undefined,
  );
  expect(new Set(seen.map(({ payload }) => payload["event"]))).toEqual(
    new Set(["document.processing", "document.ready"]),
  );
});
