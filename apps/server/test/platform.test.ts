import { describe, expect, test } from "vitest";
import { UUID } from "./harness/patterns.ts";
import { useServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

const server = useServer();

describe("health", () => {
  test("needs no token", async () => {
    const health = await server.api.call("GET", "/health", { token: null });
    expect(health).toMatchObject({
      status: 200,
      body: { status: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    });
    expect(Object.keys(health.body)).toEqual(["status", "version"]);
    // A store that takes longer than 2 s to respond on a busy machine is not ready at that moment.
    const ready = await until("readiness", async () => {
      const { status, body } = await server.api.call("GET", "/health/ready", { token: null });
      return status === 200 ? body : undefined;
    });
    expect(ready).toEqual({
      ...health.body,
      database: true,
      vector_store: true,
      cache: true,
    });
  });

  test("an invalid token is ignored", async () => {
    expect((await server.api.call("GET", "/health", { token: "wrong" })).status).toBe(200);
  });
});

describe("authentication", () => {
  const calls: readonly [string, string][] = [
    ["GET", "/v1/collections"],
    ["POST", "/v1/collections"],
    ["GET", "/v1/collections/no_such"],
    ["PUT", "/v1/collections/no_such"],
    ["DELETE", "/v1/collections/no_such"],
    ["POST", "/v1/collections/no_such/query"],
    ["GET", "/v1/collections/no_such/documents"],
    ["POST", "/v1/collections/no_such/documents"],
    ["GET", "/v1/collections/no_such/documents/x/file"],
    ["GET", "/v1/collections/no_such/documents/x/chunks"],
    ["GET", "/v1/collections/no_such/documents/x/progress"],
    ["GET", "/v1/stats"],
    ["GET", "/v1/no/such/path"],
    ["PATCH", "/v1/collections"],
  ];
  test.each(calls)("%s %s without a token returns 401, before any other check", async (method, path) => {
    const answer = await server.api.call(method, path, { token: null });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.body).toEqual({ detail: expect.stringMatching(/^Authorization: /), code: "unauthenticated" });
  });

  const wrong: readonly string[] = [
    "Bearer wrong",
    "Bearer ",
    "Bearer",
    "Basic YTpi",
    "a-secret-for-tests-only",
    "Bearer a-secret-for-tests-onl",
  ];
  test.each(wrong)("%j returns 401", async (authorization) => {
    const answer = await server.api.call("GET", "/v1/collections", { token: null, headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain("a-secret");
  });

  test("401 takes precedence over 400", async () => {
    const answer = await server.api.call("POST", "/v1/collections", { token: "wrong", json: { name: 1 } });
    expect(answer.status).toBe(401);
  });

  test("the scheme is case-insensitive", async () => {
    const headers = { authorization: "bEARER a-secret-for-tests-only" };
    expect((await server.api.call("GET", "/v1/collections", { token: null, headers })).status).toBe(200);
  });
});

describe("routes", () => {
  test("an unknown path returns 404", async () => {
    for (const path of [
      "/",
      "/v1",
      "/v1/",
      "/v1/collection",
      "/v1/collections/a/b/c",
      "/V1/collections",
      "/favicon.ico",
    ]) {
      const answer = await server.api.call("GET", path);
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
      expect(answer.body.detail).toMatch(/./);
    }
  });

  const otherVerbs: readonly [string, string, readonly string[]][] = [
    ["PATCH", "/v1/collections", ["GET", "POST"]],
    ["POST", "/v1/collections/a", ["GET", "PUT", "DELETE"]],
    ["GET", "/v1/collections/a/query", ["POST"]],
    ["PUT", "/v1/collections/a/documents", ["GET", "POST"]],
    ["POST", "/v1/collections/a/documents/b", ["GET", "DELETE"]],
    ["DELETE", "/v1/collections/a/documents/b/chunks", ["GET"]],
    ["POST", "/health", ["GET"]],
  ];
  test.each(otherVerbs)("%s %s returns 405 and names the allowed methods", async (method, path, verbs) => {
    const answer = await server.api.call(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")?.split(", ")).toEqual(expect.arrayContaining([...verbs]));
    expect(answer.body.detail).toContain(method);
  });
});

const idOf = async (headers: Record<string, string>, path = "/v1/collections") =>
  (await server.api.call("GET", path, { headers })).headers.get("x-request-id");

describe("X-Request-Id", () => {
  test("is returned if the caller sent one", async () => {
    expect(await idOf({ "x-request-id": "order-4711.a" })).toBe("order-4711.a");
    expect(await idOf({ "x-request-id": "mine" }, "/v1/collections/no_such")).toBe("mine");
  });

  test("is generated otherwise, for every kind of response", async () => {
    for (const path of [
      "/health",
      "/health/ready",
      "/v1/collections",
      "/v1/collections/no_such",
      "/nowhere",
      "/v1/stats",
    ]) {
      expect(await idOf({}, path)).toMatch(UUID);
    }
    expect(await idOf({ "x-request-id": "not sane; drop" })).toMatch(UUID);
    expect(await idOf({ "x-request-id": "x".repeat(500) })).toMatch(UUID);
  });
});

describe("every endpoint of the contract exists", () => {
  const id = "11111111-1111-4111-8111-111111111111";
  const ids = { document_ids: [id] };
  const webhook = { url: "https://example.com/hook", events: ["document.ready"] };
  const calls: readonly [string, string, unknown][] = [
    ["GET", "/v1/stats", undefined],
    ["GET", "/v1/embeddings/models", undefined],
    ["GET", "/v1/collections/a/stats", undefined],
    ["GET", "/v1/collections/a/analytics", undefined],
    ["POST", "/v1/query", { query: "x", collections: ["a"] }],
    ["POST", "/v1/batch/query", { queries: [{ collection: "a", query: "x" }] }],
    ["POST", "/v1/collections/a/vectors/upsert", { vectors: [{ id: "v", embedding: [1] }] }],
    ["POST", "/v1/collections/a/vectors/delete", { ids: ["v"] }],
    ["POST", `/v1/collections/a/documents/${id}/reprocess`, undefined],
    ["POST", "/v1/collections/a/documents/batch/status", ids],
    ["POST", "/v1/collections/a/documents/batch/get", ids],
    ["POST", "/v1/collections/a/documents/batch/delete", ids],
    ["POST", "/v1/admin/webhooks", webhook],
    ["GET", "/v1/admin/webhooks", undefined],
    ["GET", `/v1/admin/webhooks/${id}`, undefined],
    ["PUT", `/v1/admin/webhooks/${id}`, { active: false }],
    ["DELETE", `/v1/admin/webhooks/${id}`, undefined],
    ["POST", `/v1/admin/webhooks/${id}/test`, undefined],
    ["GET", `/v1/admin/webhooks/${id}/deliveries`, undefined],
  ];
  test.each(calls)("%s %s", async (method, path, json) => {
    const answer = await server.api.call(method, path, { ...(json !== undefined && { json }) });
    expect(answer.text).not.toContain("no such path");
    expect(answer.status).not.toBe(405);
    // An endpoint that this version does not serve reports that; no other response is a server error.
    if (answer.status === 501) expect(answer.body).toMatchObject({ detail: expect.stringMatching(/not available/) });
    else expect(answer.status).toBeLessThan(500);
  });
});
