import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { documentsPath } from "../harness/api.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { connectMcp } from "../mcp/mcp-client.ts";

const server = useSharedServer();
const QUERY = "/v1/collections/notes/query";
const CONNECT = "/quarry.v1.QueryService/Query";
const LIST = "/quarry.v1.DocumentService/ListDocuments";

beforeAll(async () => {
  await server.api.createCollection("notes");
});

const form = (fields: Readonly<Record<string, string>>, file = "file"): FormData => {
  const parts = new FormData();
  parts.append(file, new Blob(["some text"]), "a.txt");
  for (const [name, value] of Object.entries(fields)) parts.append(name, value);
  return parts;
};

const refused: readonly (readonly [string, string, object, string])[] = [
  [
    "POST",
    QUERY,
    { json: { query: "q", filter: {} } },
    'filter: is not a field of this request; did you mean "filters"?',
  ],
  ["POST", QUERY, { json: { query: "q", topk: 1 } }, 'did you mean "top_k"?'],
  ["POST", QUERY, { json: { query: "q", offset: 10 } }, "offset: queries are not paged; top_k is"],
  ["POST", `${QUERY}?page=2`, { json: { query: "q" } }, "page: queries are not paged; top_k is"],
  ["POST", "/v1/query", { json: { query: "q", collections: ["notes"], cursor: "x" } }, "cursor: queries are not paged"],
  ["POST", `${QUERY}?top_k=1`, { json: { query: "q" } }, "top_k: is read from the request body"],
  ["POST", documentsPath("notes", "batch", "get"), { json: { ids: ["x"] } }, 'did you mean "document_ids"?'],
  [
    "POST",
    "/v1/batch/query",
    { json: { queries: [{ collection: "notes", query: "q", offset: 10 }] } },
    "queries[0].offset: queries are not paged",
  ],
  [
    "POST",
    documentsPath("notes"),
    { body: form({}, "files") },
    'files: is not a field of this request; did you mean "file"?',
  ],
  ["POST", documentsPath("notes"), { body: form({ meta: "{}" }) }, 'did you mean "metadata"?'],
  ["POST", `${documentsPath("notes")}?metadata=1`, { body: form({}) }, "metadata: is read from the request body"],
  ["GET", `${documentsPath("notes")}?state=ready`, {}, 'did you mean "status"?'],
  ["GET", "/v1/collections?pageSize=5", {}, 'did you mean "limit"?'],
];
test.each(refused)("%s %s with %j is rejected: %s", async (method, path, options, detail) => {
  const answer = await server.api.call(method, path, options);
  expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining(detail) as string } });
  expect(await server.api.documents("notes")).toHaveLength(0);
});

const ignored: readonly (readonly [string, string, object, string | null])[] = [
  ["POST", QUERY, { json: { query: "q", user: "u", session: { topk: 1 } } }, "user, session"],
  ["POST", `${QUERY}?trace=1`, { json: { query: "q", user: "u" } }, "user, trace"],
  ["POST", QUERY, { json: { query: "q" } }, null],
  ["GET", "/v1/collections?_=1&cache=no", {}, "_, cache"],
];
test.each(ignored)(
  "%s %s with %j succeeds and reports these ignored fields: %s",
  async (method, path, options, reported) => {
    const answer = await server.api.call(method, path, options);
    expect({ status: answer.status, told: answer.headers.get("x-ignored-fields") }).toEqual({
      status: 200,
      told: reported,
    });
  },
);

test("an upload reports unknown form parts as ignored", async () => {
  await server.api.createCollection("uploads");
  const answer = await server.api.call("POST", documentsPath("uploads"), { body: form({ comment: "hello" }) });
  expect({ status: answer.status, told: answer.headers.get("x-ignored-fields") }).toEqual({
    status: 201,
    told: "comment",
  });
});

test("a large body is checked for unknown fields too", async () => {
  await server.api.createCollection("vectors", { dimension: undefined });
  const { dimension } = await server.api.expect<{ dimension: number }>(200, "GET", "/v1/collections/vectors");
  const vectors = Array.from({ length: 400 }, (_, index) => ({
    id: `v${index}`,
    embedding: Array.from({ length: dimension }, (__, position) => (position + index + 1) / 1_000),
    note: "x".repeat(2_000),
  }));
  const path = "/v1/collections/vectors/vectors/upsert";
  const answer = await server.api.call("POST", path, { json: { vectors } });
  expect({ status: answer.status, told: answer.headers.get("x-ignored-fields") }).toEqual({
    status: 200,
    told: "vectors.note",
  });
  const slipped = vectors.map((vector) => ({ ...vector, metadatas: {} }));
  expect(await server.api.call("POST", path, { json: { vectors: slipped } })).toMatchObject({
    status: 400,
    body: { detail: 'vectors[0].metadatas: is not a field of this request; did you mean "metadata"?' },
  });
});

test("Connect JSON is checked for unknown fields too", async () => {
  const call = (json: object) => server.api.call<{ message: string }>("POST", CONNECT, { json });
  expect(await call({ collectionName: "notes", query: "q", filter: {} })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('did you mean "filters"?') as string },
  });
  expect(await call({ collectionName: "notes", query: "q", pageToken: "x" })).toMatchObject({
    status: 400,
    body: { message: "pageToken: queries are not paged; topK is the number of results" },
  });
  const answer = await call({ collection_name: "notes", query: "q", user: "u" });
  expect({ status: answer.status, told: answer.headers.get("x-ignored-fields") }).toEqual({
    status: 200,
    told: "user",
  });
});

test("a message in the URL of a Connect GET is checked in each of its encodings", async () => {
  const get = (json: object, write: (text: string) => Record<string, string>) => {
    const query = new URLSearchParams({ connect: "v1", encoding: "json", ...write(JSON.stringify(json)) });
    return server.api.call<{ message: string }>("GET", `${LIST}?${query.toString()}`);
  };
  const spellings: readonly ((text: string) => Record<string, string>)[] = [
    (message) => ({ message }),
    (text) => ({ message: Buffer.from(text).toString("base64url"), base64: "1" }),
    (text) => ({ message: gzipSync(text).toString("base64url"), base64: "1", compression: "gzip" }),
  ];
  for (const write of spellings) {
    expect(await get({ collectionName: "notes", state: "ready" }, write)).toMatchObject({
      status: 400,
      body: {
        message: expect.stringContaining('state: is not a field of this request; did you mean "status"?') as string,
      },
    });
    const answer = await get({ collectionName: "notes", user: "u" }, write);
    expect([answer.status, answer.headers.get("x-ignored-fields")]).toEqual([200, "user"]);
  }
  const plain = await get({ collectionName: "notes" }, (message) => ({ message }));
  expect([plain.status, plain.headers.get("x-ignored-fields")]).toEqual([200, null]);
});

test("MCP tools reject unknown arguments with the same advice", async () => {
  await using client = await connectMcp(server.api.address, server.current.secret, {});
  const answer = await client.callTool({ name: "search", arguments: { query: "q", filter: {} } });
  expect(JSON.stringify(answer.content)).toContain("did you mean");
  const paged = await client.callTool({ name: "search", arguments: { query: "q", offset: 10 } });
  expect(JSON.stringify(paged.content)).toContain("queries are not paged; top_k is");
});
