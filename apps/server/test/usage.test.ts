import { beforeAll, expect, test } from "vitest";
import { useServer } from "./harness/test-server.ts";

const server = useServer({ SERVICE_LOG_LEVEL: "error" });

interface Day {
  readonly day: string;
  readonly group: string;
  readonly requests: number;
  readonly queries: number;
  readonly embedded_tokens: number | null;
  readonly stored_bytes: number | null;
}

const keys = { reader: "", limited: "", bounded: "" };

const makeKey = async (name: string, fields: object): Promise<string> =>
  (
    await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", {
      json: { name, scope: "read", ...fields },
    })
  ).key;

const usage = async (parameters = "", token?: string) => {
  const path = `/v1/usage${parameters}`;
  const options = token === undefined ? {} : { token };
  return (await server.api.expect<{ days: readonly Day[]; total: number }>(200, "GET", path, options)).days;
};

const groupsOf = (days: readonly Day[]) => days.map(({ group }) => group);

beforeAll(async () => {
  const { api } = server;
  keys.reader = await makeKey("reader", {});
  keys.limited = await makeKey("limited", { collections: ["ours"] });
  keys.bounded = await makeKey("bounded", { filter: { acl: "one" } });
  for (const collection of ["ours", "theirs"]) {
    await api.createCollection(collection);
    await api.ingest({ collection, filename: "a.md", bytes: "The quarterly figures of the year." });
  }
  for (const token of [keys.reader, keys.limited, keys.reader]) {
    await api.expect(200, "POST", "/v1/collections/ours/query", { json: { query: "figures" }, token });
  }
  await api.expect(200, "POST", "/v1/query", { json: { query: "figures", collections: ["ours", "theirs"] } });
  await api.call("GET", "/v1/collections/nowhere");
});

test("usage is reported by day and collection", async () => {
  const days = await usage();
  expect(groupsOf(days)).toEqual(["ours", "theirs"]);
  const [ours, theirs] = days;
  expect(ours).toMatchObject({ day: new Date().toISOString().slice(0, 10), queries: 4, stored_bytes: 34 });
  expect(theirs).toMatchObject({ queries: 1 });
  expect(ours!.embedded_tokens).toBeGreaterThan(0);
  // The upload, four queries, and the polls of the document.
  expect(ours!.requests).toBeGreaterThanOrEqual(6);
});

test("usage is reported by key, for all keys only to an admin", async () => {
  const all = await usage("?group_by=key");
  expect(groupsOf(all)).toEqual(["api-secret", "key:limited", "key:reader"]);
  expect(all[2]).toMatchObject({ requests: 2, queries: 2, embedded_tokens: null, stored_bytes: null });
  expect(groupsOf(await usage("?group_by=key", keys.reader))).toEqual(["key:reader"]);
});

test("a key receives only usage of what it may access, and none with a filter", async () => {
  expect(groupsOf(await usage("", keys.limited))).toEqual(["ours"]);
  expect(groupsOf(await usage("?group_by=key", keys.limited))).toEqual(["key:limited"]);
  expect((await server.api.call("GET", "/v1/usage", { token: keys.bounded })).status).toBe(403);
});

test("usage accepts a range of days and paging, and rejects invalid parameters", async () => {
  expect(await usage("?from=2020-01-01&to=2020-12-31")).toEqual([]);
  expect(groupsOf(await usage("?limit=1&offset=1"))).toEqual(["theirs"]);
  for (const bad of ["?from=yesterday", "?to=2026-02-30", "?from=2026-1-1", "?group_by=user", "?limit=0"]) {
    expect((await server.api.call("GET", `/v1/usage${bad}`)).status, bad).toBe(400);
  }
});

test("usage omits deleted collections", async () => {
  await server.api.deleteCollection("theirs");
  expect(groupsOf(await usage())).toEqual(["ours"]);
});
