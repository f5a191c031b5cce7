import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallOptions, documentsPath } from "../harness/api.ts";
import type { Collection } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";
import { batchForm, uploadForm } from "./forms.ts";

const KEYS = {
  read: { scope: "read" },
  write: { scope: "write" },
  admin: { scope: "admin" },
  limited: { scope: "admin", collections: ["open_one", "open_two", "not_there_yet"] },
} as const;

type KeyName = keyof typeof KEYS;

const tokenOf = (name: KeyName): string => `token-of-${name}`;

const directory = mkdtempSync(join(tmpdir(), "quarry-keys-"));
const configFile = join(directory, "quarry.config.json");
const apiKeys = Object.fromEntries(
  Object.entries(KEYS).map(([name, key]) => [
    name,
    {
      ...key,
      sha256: createHash("sha256")
        .update(tokenOf(name as KeyName))
        .digest("hex"),
    },
  ]),
);
writeFileSync(configFile, JSON.stringify({ apiKeys }));
afterAll(() => rmSync(directory, { recursive: true }));

const server = useServer({ SERVICE_CONFIG: configFile });

const as = (key: KeyName, method: string, path: string, options: CallOptions = {}) =>
  server.api.call(method, path, { ...options, token: tokenOf(key) });

const file = { filename: "a.txt", bytes: "A text about herons." };
let documentId = "";

beforeAll(async () => {
  for (const name of ["open_one", "open_two", "closed"]) await server.api.createCollection(name);
  documentId = (await server.api.ingest({ collection: "open_one", ...file })).id;
  await server.api.ingest({ collection: "closed", ...file });
});

type Route = readonly [method: string, path: string, options?: () => CallOptions];

const inCollection = (path: string): string => `/v1/collections/open_one${path}`;
const ids = () => ({ json: { document_ids: [documentId] } });
const query = { query: "herons" };

const READS: readonly Route[] = [
  ["GET", "/v1/collections"],
  ["GET", inCollection("")],
  ["GET", inCollection("/stats")],
  ["GET", "/v1/stats"],
  ["GET", "/v1/embeddings/models"],
  ["GET", inCollection("/documents")],
  ["POST", inCollection("/documents/batch/status"), ids],
  ["POST", inCollection("/documents/batch/get"), ids],
  ["POST", inCollection("/query"), () => ({ json: query })],
  ["POST", "/v1/query", () => ({ json: { ...query, collections: ["open_one", "open_two"] } })],
  ["POST", "/v1/batch/query", () => ({ json: { queries: [{ ...query, collection: "open_one" }] } })],
];

const WRITES: readonly Route[] = [
  ["POST", inCollection("/documents"), () => ({ body: uploadForm(file) })],
  ["POST", inCollection("/documents/batch/upload"), () => ({ body: batchForm([file]) })],
  ["POST", inCollection("/documents/batch/delete"), () => ({ json: { document_ids: ["x"] } })],
  ["DELETE", inCollection("/documents/x")],
  ["POST", inCollection("/documents/x/reprocess")],
  ["POST", inCollection("/vectors/upsert"), () => ({ json: { vectors: [{ id: "v", embedding: [1] }] } })],
  ["POST", inCollection("/vectors/delete"), () => ({ json: { ids: ["x"] } })],
];

const ADMINISTERS: readonly Route[] = [
  ["PUT", inCollection(""), () => ({ json: {} })],
  ["POST", "/v1/collections", () => ({ json: { name: "1 no name" } })],
  ["DELETE", "/v1/collections/not_there_yet"],
  ["GET", "/v1/admin/webhooks"],
];

/** Cases for `test.each`, which names a case by its first value. */
const cases = (routes: readonly Route[]): readonly (readonly [string, Route])[] =>
  routes.map((route) => [`${route[0]} ${route[1]}`, route]);

const status = async (key: KeyName, [method, path, options]: Route): Promise<number> => {
  const answer = await as(key, method, path, options?.());
  if (answer.status === 403) {
    expect(answer.body).toEqual({ detail: expect.stringMatching(/scope|limited/), code: "permission_denied" });
  }
  return answer.status;
};

describe("scopes", () => {
  test.each(cases(READS))("read is sufficient: %s", async (_name, route) => {
    for (const key of ["read", "write", "admin"] as const) expect(await status(key, route)).toBe(200);
  });

  test.each(cases(WRITES))("write is required: %s", async (_name, route) => {
    expect(await status("read", route)).toBe(403);
    for (const key of ["write", "admin"] as const) expect([200, 201, 400, 404]).toContain(await status(key, route));
  });

  test.each(cases(ADMINISTERS))("admin is required: %s", async (_name, route) => {
    for (const key of ["read", "write"] as const) expect(await status(key, route)).toBe(403);
    expect(await status("admin", route)).not.toBe(403);
  });

  test("403 is returned before the request's target and body are checked", async () => {
    expect(await status("read", ["DELETE", "/v1/collections/nowhere"])).toBe(403);
    expect(await status("read", ["POST", "/v1/collections", () => ({ body: "{" })])).toBe(403);
  });

  test("an unknown key returns 401, as does the digest of a known key", async () => {
    for (const token of ["token-of-nobody", apiKeys["read"]!.sha256, `${tokenOf("read")}x`]) {
      expect((await server.api.call("GET", "/v1/collections", { token })).status).toBe(401);
    }
  });
});

describe("a key limited to collections", () => {
  test("may read and write its own collections", async () => {
    for (const route of READS) expect(await status("limited", route)).toBe(200);
    expect((await as("limited", "POST", inCollection("/documents"), { body: uploadForm(file) })).status).toBe(201);
  });

  const closed: readonly Route[] = [
    ["GET", "/v1/collections/closed"],
    ["GET", "/v1/collections/closed/stats"],
    ["PUT", "/v1/collections/closed", () => ({ json: {} })],
    ["DELETE", "/v1/collections/closed"],
    ["GET", documentsPath("closed")],
    ["POST", documentsPath("closed"), () => ({ body: uploadForm(file) })],
    ["POST", documentsPath("closed", "batch", "get"), ids],
    ["POST", "/v1/collections/closed/query", () => ({ json: query })],
    ["POST", "/v1/query", () => ({ json: { ...query, collections: ["open_one", "closed"] } })],
    ["POST", "/v1/batch/query", () => ({ json: { queries: [query, { ...query, collection: "closed" }] } })],
    ["POST", "/v1/collections", () => ({ json: { name: "another" } })],
    ["GET", "/v1/collections/nowhere"],
  ];
  test.each(cases(closed))("receives 403 for any other collection, existing or not: %s", async (_name, route) => {
    expect(await status("limited", route)).toBe(403);
  });

  test("receives 404 for a missing collection of its own, and may create it", async () => {
    expect(await status("limited", ["GET", "/v1/collections/not_there_yet"])).toBe(404);
    expect((await as("limited", "POST", "/v1/collections", { json: { name: "not_there_yet" } })).status).toBe(201);
    expect((await as("limited", "DELETE", "/v1/collections/not_there_yet")).status).toBe(200);
  });

  test("lists and counts only its own collections", async () => {
    const list = (path: string) =>
      server.api.call<{ collections: Collection[]; total: number }>("GET", path, { token: tokenOf("limited") });
    const { body } = await list("/v1/collections");
    expect(body.collections.map(({ name }) => name)).toEqual(["open_one", "open_two"]);
    expect(body.total).toBe(2);
    expect((await list("/v1/collections?name=c")).body).toEqual({ collections: [], total: 0 });
    expect((await list("/v1/collections?name=OPEN&limit=1")).body).toMatchObject({ total: 2 });

    const seen = (await as("limited", "GET", "/v1/stats")).body as unknown as { documents: { total: number } };
    const open = await server.api.documents("open_one");
    expect(seen).toMatchObject({ collections: 2, documents: { total: open.length }, webhooks: 0 });
    const all = await server.api.expect<{ collections: number; documents: { total: number } }>(200, "GET", "/v1/stats");
    expect(all).toMatchObject({ collections: 3, documents: { total: open.length + 1 } });
  });
});
