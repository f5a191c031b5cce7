import { type Client, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { DocumentService, QueryService, SearchMode } from "@quarry/api";
import { beforeAll, describe, expect, test } from "vitest";
import type { Failure } from "../harness/api.ts";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { fill, list, work } from "./lists-api.ts";

const server = useServer({ SERVICE_MAX_ANSWER_SIZE_MB: "1" });
const SHELF = "shelf";
const DOCUMENTS = 60;

/** 40 kB each: 60 documents exceed two megabytes. */
const TAGS = Array.from({ length: 4_000 }, (_, number) => `t-${number}`);

beforeAll(async () => {
  await server.api.createCollection(SHELF);
  await fill(server.api, SHELF, DOCUMENTS, { tags: TAGS });
  await until("all to be ready", async () => {
    const ready = await list(server.api, SHELF, { status: "ready", limit: 1 });
    return ready.body.total === DOCUMENTS ? true : undefined;
  });
});

const HINT = /The answer would have more than 1048576 bytes \(SERVICE_MAX_ANSWER_SIZE_MB\)/;

const query = (fields: object) =>
  server.api.call<Failure & { results: { text: string; metadata: { tags?: string[] } }[] }>(
    "POST",
    `/v1/collections/${SHELF}/query`,
    { json: { query: "note", search_mode: "keyword", ...fields } },
  );

describe("a response over its size budget returns 413 and names the limit", () => {
  test("for a list of documents, filtered, sorted or neither; a smaller page succeeds", async () => {
    for (const parameters of [
      { limit: 60 },
      { limit: 60, filters: { tags: "t-1" } },
      { limit: 60, sort: "filename" },
    ]) {
      const refused = await list(server.api, SHELF, parameters);
      expect([refused.status, refused.body.detail]).toEqual([413, expect.stringMatching(HINT)]);
    }
    const page = await list(server.api, SHELF, { limit: 20, offset: 40 });
    expect(page.body.documents).toHaveLength(20);
    expect(page.body.documents[0]!.metadata["tags"]).toEqual(TAGS);
  });

  test("for a query, with its index in a batch; excluded parts don't count", async () => {
    const refused = await query({ top_k: 60 });
    expect([refused.status, refused.body.detail]).toEqual([413, expect.stringMatching(HINT)]);
    const small = { collection: SHELF, query: "note", search_mode: "keyword", top_k: 10 };
    const batch = await server.api.call<Failure>("POST", "/v1/batch/query", {
      json: { queries: [small, small, small, small] },
    });
    expect([batch.status, batch.body.detail]).toEqual([413, expect.stringMatching(/^queries\[\d\]: The answer/)]);
    const bare = await query({ top_k: 60, include: ["text"] });
    expect(bare.body.results).toHaveLength(DOCUMENTS);
    expect(bare.body.results[0]).toMatchObject({ text: expect.stringContaining("Note"), metadata: {} });
    const few = await query({ top_k: 20, filters: { tags: "t-7" } });
    expect(few.body.results.map(({ metadata }) => metadata.tags?.length)).toEqual(Array(20).fill(TAGS.length));
  });

  test("over Connect and gRPC", async () => {
    const headers = { authorization: `Bearer ${server.current.secret}` };
    for (const makeTransport of [createConnectTransport, createGrpcTransport]) {
      const transport = makeTransport({ baseUrl: server.api.address, httpVersion: "2" } as never);
      const documents: Client<typeof DocumentService> = createClient(DocumentService, transport);
      const queries: Client<typeof QueryService> = createClient(QueryService, transport);
      await expect(documents.listDocuments({ collectionName: SHELF, limit: 60 }, { headers })).rejects.toThrow(HINT);
      const requested = { collectionName: SHELF, query: "note", searchMode: SearchMode.KEYWORD };
      await expect(queries.query({ ...requested, topK: 60 }, { headers })).rejects.toThrow(HINT);
      const some = await documents.listDocuments({ collectionName: SHELF, limit: 15 }, { headers });
      expect(some.documents.map(({ metadata }) => (metadata!["tags"] as string[]).length)).toEqual(
        Array(15).fill(TAGS.length),
      );
    }
  });
});

test("unread responses of one key don't block another key, and release their budget on abort", async () => {
  const keyOf = async (name: string) => {
    const json = { name, scope: "read" };
    return (await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", { json })).key;
  };
  const [slow, quiet] = [await keyOf("slow"), await keyOf("quiet")];
  const leaving = new AbortController();
  const path = `/v1/collections/${SHELF}/documents?limit=20`;
  // Headers arrive; the bodies are not read.
  const open = Array.from({ length: 20 }, () =>
    server.api.fetch("GET", path, { token: slow, signal: leaving.signal }).then(
      ({ status }) => status,
      () => "left",
    ),
  );
  const one = await server.api.expect<{ documents: object[] }>(200, "GET", path, { token: quiet });
  expect(one.documents).toHaveLength(20);
  leaving.abort();
  await Promise.all(open);
  const after = await server.api.expect<{ documents: object[] }>(200, "GET", path, { token: slow });
  expect(after.documents).toHaveLength(20);
});

test("facets count documents with many values, and return 413 above the limit of distinct values", async () => {
  const facets = (fields: readonly string[]) =>
    server.api.call<Failure & { facets: { values: object[]; value_count: number }[] }>(
      "POST",
      `/v1/collections/${SHELF}/facets`,
      { json: { fields } },
    );
  const { body } = await facets(["tags", "file_type"]);
  expect(body.facets[0]).toMatchObject({ value_count: TAGS.length, documents: DOCUMENTS });
  expect(body.facets[0]!.values[0]).toEqual({ string: "t-0", count: DOCUMENTS });
  expect(body.facets[1]).toMatchObject({ value_count: 1, documents: DOCUMENTS });
  const wide = "wide";
  await server.api.createCollection(wide);
  for (let part = 0; part < 40; part += 1) {
    const tags = Array.from({ length: 7_000 }, (_, number) => part * 7_000 + number);
    await fill(server.api, wide, 1, { tags });
  }
  const refused = await server.api.call<Failure>("POST", `/v1/collections/${wide}/facets`, {
    json: { fields: ["tags"] },
  });
  expect([refused.status, refused.body.detail]).toEqual([
    413,
    "fields: tags have more than 262144 different values in documents with more than 2048 values each; count over fewer documents with filters",
  ]);
});

test("updates by filter of documents with large metadata stay within the key's filter", async () => {
  const { key } = await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", {
    json: { name: "bounded", scope: "write", filter: { filename: { $in: ["note-1.txt", "note-2.txt"] } } },
  });
  const path = `/v1/collections/${SHELF}/documents/update`;
  const json = { filters: { tags: "t-3" }, metadata: { seen: true } };
  const done = await server.api.expect<{ matched: number; done: number }>(200, "POST", path, { json, token: key });
  expect(done).toMatchObject({ matched: 2, done: 2 });
  const dry = await work(server.api, SHELF, "delete", { filters: { seen: true }, dry_run: true });
  expect(dry.body.matched).toBe(2);
});
