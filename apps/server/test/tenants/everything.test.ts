import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectMcp } from "../mcp/mcp-client.ts";
import { documentsPath } from "../harness/api.ts";
import { useServer } from "../harness/test-server.ts";
import { type Caller, callerOver, callerOverRest, type Given, METHODS } from "./contract-calls.ts";

// Two tenants share a collection. One of them, whose key has a filter, calls every rpc of the contract in every
// protocol, with everything that it could know or guess about the other tenant. It must not see a byte of the other's
// data.

const server = useServer({ SERVICE_LOG_LEVEL: "error" });

const SHARED = "shared";
const MINE = { acl: ["user:7"] };
const THEIRS = { acl: ["user:8"], project: "vexmarkerone" };
/** Words that occur only in the other tenant's names, texts, metadata and searches. */
const MARKERS = ["vexmarkerone", "vexmarkertwo", "vexmarkerthree", "vexmarkerfour", "vexmarkerfive"];
const DIMENSION = 4;

let key = "";
let mine = "";
let theirs = "";
let broken = "";
let before = "";

/** Returns all data of the other tenant, as an administrator sees it. */
const whatTheyHave = async (): Promise<string> => {
  const { api } = server;
  const parts = [theirs, broken].map((id) => api.expect(200, "GET", documentsPath(SHARED, id)));
  const chunks = api.expect(200, "GET", `${documentsPath(SHARED, theirs)}/chunks`);
  const entries = api.expect(200, "POST", "/v1/collections/vectors/vectors/get", {
    json: { ids: ["their-entry"], include: ["embedding", "text", "metadata"] },
  });
  return JSON.stringify(await Promise.all([...parts, chunks, entries]));
};

beforeAll(async () => {
  const { api } = server;
  await api.createCollection(SHARED);
  await api.createCollection("vectors", { dimension: DIMENSION, embedding_provider: "none" });
  const text =
    "# Quarterly figures\n\nThe quarterly figures of the company, as they stand.\n\n| Quarter | Sum |\n|---|---|\n| first | 7 |";
  theirs = (
    await api.ingest({
      collection: SHARED,
      filename: "vexmarkertwo.md",
      bytes: `${text}\n| vexmarkerthree | 8 |`,
      metadata: THEIRS,
    })
  ).id;
  broken = (
    await api.ingest({ collection: SHARED, filename: "vexmarkertwo.pdf", bytes: "%PDF-1.7 no", metadata: THEIRS })
  ).id;
  const entry = (id: string, acl: object, word: string) => ({
    id,
    embedding: [1, 0, 0, 0],
    text: `quarterly figures ${word}`,
    metadata: acl,
  });
  await api.expect(200, "POST", "/v1/collections/vectors/vectors/upsert", {
    json: { vectors: [entry("my-entry", MINE, "mine"), entry("their-entry", THEIRS, "vexmarkerfour")] },
  });
  for (let count = 0; count < 3; count += 1) await api.query(SHARED, { query: "vexmarkerfive" });
  const made = await api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", {
    json: { name: "user-7", scope: "write", filter: { acl: { $in: ["user:7", "group:staff"] } } },
  });
  key = made.key;
  before = await whatTheyHave();
});

/** The attempts delete the tenant's own document, so each test starts with a new one. */
beforeEach(async () => {
  const { api } = server;
  const text =
    "# Quarterly figures\n\nThe quarterly figures of the company, as they stand.\n\n| Quarter | Sum |\n|---|---|\n| first | 7 |";
  mine = (await api.ingest({ collection: SHARED, filename: "mine.md", bytes: text, metadata: MINE })).id;
});

/** Fields that a caller can send, by name: ids of one tenant, and everything that widens a response. */
const given = (documentId: string, entryId: string, collection: string, query: string, isByVector = false): Given => ({
  collection_name: collection,
  name: collection,
  collection,
  collections: [collection],
  document_id: documentId,
  document_ids: [documentId],
  page: 1,
  table: 1,
  id: documentId,
  ids: [entryId],
  external_id: "their-entry",
  query,
  ...(isByVector && { vector: new Uint8Array(new Float32Array([1, 0, 0, 0]).buffer) }),
  embedding: new Uint8Array(new Float32Array([1, 0, 0, 0]).buffer),
  filters: { acl: { $exists: true } },
  fields: ["filename", "acl", "project", "file_type"],
  all: true,
  info: true,
  detail: true,
  explain: true,
  highlight: true,
  citations: true,
  expand: 3,
  text: "my text",
  chunks: "my text",
  vectors: true,
  queries: true,
  // Writes must not leave the tenant filter.
  metadata: { acl: ["user:8"] },
  filename: "vexing.md",
  chunk: new TextEncoder().encode("my text"),
});

const attacks = (): readonly (readonly [string, Given, readonly string[]])[] => [
  ["their ids", given(theirs, "their-entry", SHARED, "quarterly figures"), MARKERS],
  ["their failed document", given(broken, "their-entry", "vectors", "quarterly figures"), MARKERS],
  ["their entries", given(theirs, "their-entry", "vectors", "quarterly figures", true), MARKERS],
  ["a word of theirs, misspelt", given(mine, "my-entry", SHARED, "vexmarkerthre"), [...MARKERS, theirs, broken]],
];

/** Methods that delete run last, since they also delete the tenant's own document. */
const inOrder = METHODS.toSorted((a, b) => Number(/Delete|Remove/.test(a.name)) - Number(/Delete|Remove/.test(b.name)));

describe.each(["REST", "Connect", "gRPC"] as const)("over %s", (protocol) => {
  test("no rpc shows or changes data outside the key's filter", async () => {
    const { address } = server.api;
    const call: Caller =
      protocol === "REST"
        ? callerOverRest(address, key)
        : callerOver(protocol === "gRPC" ? "grpc" : "connect", address, key);
    const done = new Set<string>();
    for (const method of inOrder) {
      for (const [what, request, hidden] of attacks()) {
        const { isDone, text } = await call(method, request);
        if (isDone) done.add(method.name);
        const shown = hidden.filter((word) => text.toLowerCase().includes(word));
        expect(shown, `${method.name} with ${what}: ${text}`).toEqual([]);
      }
    }
    // Calls on the tenant's own data succeeded; otherwise the test would prove nothing.
    expect([...done]).toEqual(expect.arrayContaining(["Query", "MultiQuery", "ListCollections", "GetDocument"]));
    expect([...done]).toEqual(expect.arrayContaining(["ListChunks", "DownloadDocumentFile", "BatchGetDocuments"]));
    expect([...done]).toEqual(expect.arrayContaining(["GetDocumentText", "GetDocumentMarkdown", "ListDocumentTables"]));
    expect([...done]).toEqual(expect.arrayContaining(["GetDocumentTable", "GetDocumentTableCsv"]));
    expect([...done]).not.toContain("GetCollectionAnalytics");
    expect([...done]).not.toContain("UploadDocument");
    expect(await whatTheyHave()).toBe(before);
  });
});

test("no MCP tool shows data outside the key's filter", async () => {
  await using client = await connectMcp(server.api.address, key);
  const { tools } = await client.listTools();
  const texts: string[] = [];
  for (const tool of tools) {
    const { properties = {} } = tool.inputSchema as {
      readonly properties?: Record<string, { readonly type?: string }>;
    };
    for (const [what, request, hidden] of attacks()) {
      const known = { ...request, chunk_index: 0 } as Given;
      const requested = Object.keys(properties).filter((name) => known[name] !== undefined && name !== "filters");
      const argumentsOf = Object.fromEntries(requested.map((name) => [name, known[name]]));
      const answer = await client.callTool({ name: tool.name, arguments: argumentsOf });
      const text = JSON.stringify(answer).toLowerCase();
      texts.push(text);
      expect(
        hidden.filter((word) => text.includes(word)),
        `${tool.name} with ${what}: ${text}`,
      ).toEqual([]);
    }
  }
  expect(texts.filter((text) => text.includes("mine.md")).length).toBeGreaterThan(0);
});

test("a key with a filter has no access to the console or to the metrics of the service", async () => {
  const { api } = server;
  const metrics = await api.call("GET", "/metrics", { token: key });
  expect(metrics.status).toBe(403);
  const signIn = await api.call("POST", "/console/trpc/session.open", {
    json: { key },
    headers: { origin: api.address },
  });
  expect(signIn.status).toBe(403);
  expect(signIn.headers.get("set-cookie")).toBeNull();
});
