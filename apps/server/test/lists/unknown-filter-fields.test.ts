import { beforeAll, describe, expect, test } from "vitest";
import { documentsPath } from "../harness/api.ts";
import { useServer } from "../harness/test-server.ts";

// A misspelt field in a filter matches nothing, and an empty result looks right. It must be reported, and only with
// fields that the caller's own key may see.

const server = useServer({ SERVICE_LOG_LEVEL: "error" });
const HEADER = "x-unknown-filter-fields";

let tenant = "";

beforeAll(async () => {
  const { api } = server;
  await api.createCollection("papers");
  await api.createCollection("notes");
  const upload = (collection: string, metadata: Record<string, unknown>) =>
    api.ingest({
      collection,
      filename: `${Object.keys(metadata).join("_")}.txt`,
      bytes: "The pump moves water.",
      metadata,
    });
  await upload("papers", { tenant: "a", department: "sales", nested: { year: 2024 } });
  await upload("papers", { tenant: "b", secret_project: "heron" });
  await upload("notes", { tenant: "a", topic: "pumps" });
  const made = await api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", {
    json: { name: "tenant", scope: "write", filter: { tenant: "a" } },
  });
  tenant = made.key;
});

const told = async (path: string, json: object, token?: string, method = "POST") => {
  const answer = await server.api.call<Record<string, unknown>>(method, path, {
    json,
    ...(token !== undefined && { token }),
  });
  expect([200, 202], answer.text).toContain(answer.status);
  return { header: answer.headers.get(HEADER), body: answer.body };
};
const query = (filters: object, token?: string, more: object = {}) =>
  told("/v1/collections/papers/query", { query: "pump", filters, ...more }, token);

describe.each(["semantic", "keyword", "hybrid"])("a %s query", (search_mode) => {
  test("succeeds and reports filter fields that no document has", async () => {
    const { header, body } = await query(
      { $or: [{ departement: "sales" }, { "nested.yaer": 2024 }, { department: "sales" }] },
      undefined,
      { search_mode, explain: true },
    );
    expect(header).toBe("departement, nested.yaer");
    expect(body).toMatchObject({
      total: 1,
      explanation: { unknown_filter_fields: ["departement", "nested.yaer"], lacking_collections: [] },
    });
  });

  test("does not report existing fields or the service's own", async () => {
    const filters = {
      tenant: "a",
      "nested.year": { $gt: 1 },
      page: { $exists: false },
      expires_at: { $exists: false },
    };
    const { header, body } = await query(filters, undefined, { search_mode, explain: true });
    expect(header).toBeNull();
    expect(body).toMatchObject({ explanation: { unknown_filter_fields: [] } });
  });
});

test("field names are encoded and listed once, and the header length is bounded", async () => {
  expect((await query({ $and: [{ "größe, x\r\n": 1 }, { "größe, x\r\n": 2 }] })).header).toBe(
    "gr%C3%B6%C3%9Fe%2C%20x%0D%0A",
  );
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${"n".repeat(40)}${index}`, 1]));
  const { header } = await query(many);
  expect(header!.length).toBeLessThan(1_100);
  expect(header).toMatch(/, \.\.\.$/);
});

test("a query over several collections reports fields unknown to all, and lists the fields each lacks", async () => {
  const json = {
    query: "pump",
    explain: true,
    collections: ["papers", "notes"],
    filters: { topic: "pumps", tpoic: 1 },
  };
  const { header, body } = await told("/v1/query", json);
  expect(header).toBe("tpoic");
  expect(body["explanation"]).toMatchObject({
    unknown_filter_fields: ["tpoic"],
    lacking_collections: [{ collection: "papers", fields: ["topic"] }],
  });
  const one = (collection: string) => ({ collection, query: "pump", filters: { topic: "pumps" }, explain: true });
  const batch = await told("/v1/batch/query", { queries: [one("notes"), one("papers")] });
  expect(batch.header).toBe("topic");
  expect(batch.body["results"]).toMatchObject([
    { explanation: { unknown_filter_fields: [] } },
    { explanation: { unknown_filter_fields: ["topic"] } },
  ]);
});

test("lists, facets and bulk work report unknown filter fields too", async () => {
  const { api } = server;
  const filters = { departement: "sales" };
  const listed = await api.call(
    "GET",
    `${documentsPath("papers")}?filters=${encodeURIComponent(JSON.stringify(filters))}`,
  );
  expect([listed.status, listed.headers.get(HEADER)]).toEqual([200, "departement"]);
  expect((await told("/v1/collections/papers/facets", { fields: ["tenant"], filters })).header).toBe("departement");
  const dry = { filters, dry_run: true };
  expect((await told(`${documentsPath("papers")}/delete`, dry)).header).toBe("departement");
  expect(
    (await told(`${documentsPath("papers")}/delete`, { filters: { tenant: "a" }, dry_run: true })).header,
  ).toBeNull();
});

test("metadata fields of entries are known until the last entry with them is deleted", async () => {
  const { api } = server;
  await api.createCollection("entries", { dimension: 2, embedding_provider: "none" });
  const path = "/v1/collections/entries/vectors";
  await api.expect(200, "POST", `${path}/upsert`, {
    json: { vectors: [{ id: "x", embedding: [1, 0], text: "pump", metadata: { color: "red", size: [1, 2] } }] },
  });
  const search = (filters: object) =>
    told("/v1/collections/entries/query", { query: "", vector: [1, 0], search_mode: "semantic", filters });
  expect((await search({ color: "red", size: 2 })).header).toBeNull();
  expect((await search({ colour: "red" })).header).toBe("colour");
  expect((await told(`${path}/list`, { filters: { colour: "red" } })).header).toBe("colour");
  // The field is still known when the call that removes the last entry with it begins.
  expect((await told(`${path}/delete`, { filters: { color: "red" } })).header).toBeNull();
  expect((await search({ color: "red" })).header).toBe("color");
});

test("metadata fields of uploaded chunks are known", async () => {
  const { api } = server;
  await api.createCollection("given");
  const created = await api.call<{ id: string }>("POST", `${documentsPath("given")}`, {
    json: { filename: "a", chunks: [{ text: "The pump moves water.", metadata: { speaker: "ada" } }] },
  });
  expect(created.status, created.text).toBe(201);
  await api.settled("given", created.body.id);
  const search = (filters: object) => told("/v1/collections/given/query", { query: "pump", filters });
  expect((await search({ speaker: "ada" })).header).toBeNull();
  expect((await search({ speeker: "ada" })).header).toBe("speeker");
});

describe("a key with a filter", () => {
  test("treats a field that only documents outside its filter have as unknown", async () => {
    for (const search_mode of ["semantic", "keyword", "hybrid"]) {
      const one = { search_mode, explain: true };
      expect((await query({ department: "sales" }, tenant, one)).header).toBeNull();
      const theirs = await query({ secret_project: "heron" }, tenant, one);
      const nobodys = await query({ sacred_project: "heron" }, tenant, one);
      expect([theirs.header, nobodys.header]).toEqual(["secret_project", "sacred_project"]);
    }
    expect((await query({ secret_project: "heron" })).header).toBeNull();
    const filters = { secret_project: "heron", sacred_project: 1, department: "sales" };
    const names = "secret_project, sacred_project";
    expect((await told(`${documentsPath("papers")}/delete`, { filters, dry_run: true }, tenant)).header).toBe(names);
  });

  test("sees no field of its own filter in the report", async () => {
    const made = await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", {
      json: { name: "hidden", scope: "read", filter: { clearance_level: "top" } },
    });
    const { header, body } = await query({ nope: 1 }, made.key, { explain: true });
    expect(header).toBe("nope");
    expect(JSON.stringify(body)).not.toContain("clearance_level");
  });
});

test("Connect reports unknown filter fields in the same header", async () => {
  const answer = await server.api.call("POST", "/quarry.v1.QueryService/Query", {
    json: { collectionName: "papers", query: "pump", filters: { departement: 1 } },
  });
  expect([answer.status, answer.headers.get(HEADER)]).toEqual([200, "departement"]);
});
