import { beforeEach, describe, expect, test } from "vitest";
import { ADMIN, call, RawConnection, type RunningServer, startServer } from "./support/running-server.ts";

let server: RunningServer;
beforeEach(async () => {
  server = await startServer();
});

const NO_TOKEN = `{"detail":"Authorization: must be 'Bearer <API secret>', got no such header","code":"unauthenticated"}`;
const BAD_TOKEN = `{"detail":"Authorization: must be 'Bearer <API secret>', got a token that is not valid","code":"unauthenticated"}`;

describe("authorization", () => {
  test("401 precedes 404, 405 and 400", async () => {
    const requests: readonly [string, string, unknown?][] = [
      ["GET", "/v1/collections/docs"],
      ["GET", "/v1/collections/nope"],
      ["GET", "/v1/no/such/path"],
      ["GET", "/v1"],
      ["PATCH", "/v1/collections"],
      ["OPTIONS", "/v1/collections"],
      ["POST", "/v1/collections", "{bad"],
      ["POST", "/v1/collections/docs/documents", "no form"],
    ];
    for (const [method, path, body] of requests) {
      expect(await call(server.url + path, method, body, {})).toEqual([401, NO_TOKEN]);
      expect(await call(server.url + path, method, body, { authorization: "Bearer wrong" })).toEqual([401, BAD_TOKEN]);
    }
    const response = await fetch(`${server.url}/v1/collections`);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("the scheme is case-insensitive, and health needs no token", async () => {
    expect(
      (await call(`${server.url}/v1/collections`, "GET", undefined, { authorization: "bEARER s3cret-admin" }))[0],
    ).toBe(200);
    expect(await call(`${server.url}/health`, "GET", undefined, {})).toEqual([200, `{"status":"ok","version":"1"}`]);
  });

  test("a key without the scope gets 403 before its request is parsed", async () => {
    const reader = { authorization: "Bearer s3cret-read" };
    const detail = (scope: string) =>
      `{"detail":"This needs a key with the scope ${scope}, got one with read","code":"permission_denied"}`;
    expect((await call(`${server.url}/v1/collections/docs`, "GET", undefined, reader))[0]).toBe(200);
    expect(await call(`${server.url}/v1/collections`, "POST", "{bad", reader)).toEqual([403, detail("admin")]);
    expect(await call(`${server.url}/v1/admin/webhooks`, "GET", undefined, reader)).toEqual([403, detail("admin")]);
    const upload = `${server.url}/v1/collections/docs/documents`;
    expect(await call(upload, "POST", "x", reader)).toEqual([403, detail("write")]);
  });

  test("a key limited to collections gets 403 for any other one, wherever a request names it", async () => {
    const limited = { authorization: "Bearer s3cret-docs" };
    const detail = `{"detail":"This key is limited to other collections than 'other'","code":"permission_denied"}`;
    const v1 = `${server.url}/v1`;
    const form = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n--b--\r\n`;
    expect((await call(`${v1}/collections/docs`, "GET", undefined, limited))[0]).toBe(200);
    expect(await call(`${v1}/collections/other`, "GET", undefined, limited)).toEqual([403, detail]);
    expect(await call(`${v1}/query`, "POST", { query: "x", collections: ["docs", "other"] }, limited)).toEqual([
      403,
      detail,
    ]);
    expect((await call(`${v1}/query`, "POST", { query: "x", collections: ["docs"] }, limited))[0]).toBe(200);
    const batch = {
      queries: [
        { collection: "docs", query: "x" },
        { collection: "other", query: "x" },
      ],
    };
    expect(await call(`${v1}/batch/query`, "POST", batch, limited)).toEqual([403, detail]);
    const upload = { ...limited, "content-type": "multipart/form-data; boundary=b" };
    expect(await call(`${v1}/collections/other/documents`, "POST", form, upload)).toEqual([403, detail]);
    expect(server.service.uploads).toEqual([]);
  });
});

describe("paths and verbs", () => {
  test("unknown paths return 404, with and without the prefix", async () => {
    const detail = `{"detail":"Not found: no such path","code":"not_found"}`;
    for (const path of ["/v1/nope", "/v1/collections/", "/v1/collections/docs/", "/v1//collections", "/nope", "/"]) {
      expect(await call(server.url + path, "GET")).toEqual([404, detail]);
    }
  });

  test("a wrong verb returns 405 with the allowed ones", async () => {
    const response = await fetch(`${server.url}/v1/collections/docs`, { method: "PATCH", headers: ADMIN });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, PUT, DELETE, HEAD, OPTIONS");
    expect(await response.text()).toBe(
      `{"detail":"Method not allowed: must be one of GET, PUT, DELETE, HEAD, OPTIONS, got PATCH","code":"method_not_allowed"}`,
    );
  });

  test("a literal segment precedes a variable, unless only the variable has the verb", async () => {
    const [status] = await call(`${server.url}/v1/collections/docs/documents/batch/get`, "POST", {
      document_ids: ["x"],
    });
    expect(status).toBe(501);
    const other = await call(`${server.url}/v1/collections/docs/documents/batch/reprocess`, "POST");
    expect(other).toEqual([
      501,
      `{"detail":"DocumentService.ReprocessDocument is not available in this version","code":"unimplemented"}`,
    ]);
  });

  test("HEAD returns the headers of GET without the body, OPTIONS the verbs", async () => {
    const get = await fetch(`${server.url}/v1/collections/docs`, { headers: ADMIN });
    const head = await fetch(`${server.url}/v1/collections/docs`, { method: "HEAD", headers: ADMIN });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-length")).toBe(String((await get.arrayBuffer()).byteLength));
    const options = await fetch(`${server.url}/v1/collections`, { method: "OPTIONS", headers: ADMIN });
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, POST, HEAD, OPTIONS"]);
    const post = await fetch(`${server.url}/v1/query`, { method: "HEAD", headers: ADMIN });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });

  test("%2F in a path is part of the value, and an invalid percent escape returns 400", async () => {
    expect(await call(`${server.url}/v1/collections/a%2Fb`, "GET")).toEqual([
      404,
      `{"detail":"Collection 'a/b' not found","code":"not_found"}`,
    ]);
    for (const bad of ["%zz", "%ff", "%"]) {
      expect(await call(`${server.url}/v1/collections/${bad}`, "GET")).toEqual([
        400,
        `{"detail":"The path has a percent sign that starts no valid UTF-8 escape such as %20","code":"invalid_argument"}`,
      ]);
    }
  });

  test("paths outside /v1 that the contract lacks are offered to the fallback", async () => {
    const seen: string[] = [];
    const other = await startServer({
      fallback: (request, response, requestId) => {
        seen.push(request.url!);
        if (request.url !== "/metrics") return false;
        response.end(`metrics ${requestId.length}`);
        return true;
      },
    });
    expect(await call(`${other.url}/metrics`, "GET", undefined, {})).toEqual([200, "metrics 36"]);
    expect((await call(`${other.url}/nope`, "GET", undefined, {}))[0]).toBe(404);
    expect((await call(`${other.url}/v1/nope`, "GET", undefined, {}))[0]).toBe(401);
    expect((await call(`${other.url}/health`, "GET", undefined, {}))[0]).toBe(200);
    expect(seen).toEqual(["/metrics", "/nope"]);
  });
});

describe("every response", () => {
  test("has the caller's request id if it is valid, otherwise a new one", async () => {
    const id = async (path: string, headers: Record<string, string>) =>
      (await fetch(server.url + path, { headers })).headers.get("x-request-id");
    expect(await id("/health", { "x-request-id": "abc-1" })).toBe("abc-1");
    expect(await id("/v1/nope", { "x-request-id": "abc-2" })).toBe("abc-2");
    expect(await id("/health", { "x-request-id": "x".repeat(200) })).toMatch(/^[0-9a-f-]{36}$/);
    expect(await id("/health", { "x-request-id": `a"b` })).toMatch(/^[0-9a-f-]{36}$/);
    expect(await id("/nope", {})).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("is marked no-store, and has the headers of the handler", async () => {
    const response = await fetch(`${server.url}/v1/collections/docs/query`, {
      method: "POST",
      headers: ADMIN,
      body: `{"query":"x"}`,
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("x-rerank-status")).toBe("skipped");
  });

  test("hides the cause of an unexpected failure, which only the error listener gets", async () => {
    expect(await call(`${server.url}/v1/stats`, "GET")).toEqual([
      500,
      `{"detail":"Internal server error","code":"internal"}`,
    ]);
    expect(server.errors).toEqual([new Error("database password is hunter2")]);
  });

  test("has a summary with the route's template, the status and the caller", async () => {
    const summaries: unknown[] = [];
    const other = await startServer({ onRequest: (summary) => summaries.push(summary) });
    await call(`${other.url}/v1/collections/docs`, "GET", undefined, { ...ADMIN, "x-request-id": "r1" });
    const common = { method: "GET", durationMs: expect.any(Number), path: "/v1/collections/docs" };
    const summary = { requestId: "r1", route: "/v1/collections/{name}", status: 200, principal: "secret" };
    expect(summaries).toEqual([{ ...common, ...summary }]);
  });

  test("to invalid HTTP has a detail", async () => {
    const connection = new RawConnection(server.port);
    connection.send("NONSENSE\r\n\r\n");
    await connection.closed;
    expect(connection.received).toMatch(/^HTTP\/1.1 400 Bad Request\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    expect(connection.received).toMatch(/\{"detail":"The request is not valid HTTP","code":"invalid_argument"\}$/);
    const long = new RawConnection(server.port);
    long.send(`GET /v1/collections/${"x".repeat(1_000_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await long.until('{"detail":"The request line and headers are too long');
  });

  test("an absolute request target, as a proxy sends it, is accepted", async () => {
    const connection = new RawConnection(server.port);
    connection.send("GET http://quarry.example/health?x=1 HTTP/1.1\r\nhost: quarry.example\r\n\r\n");
    await connection.until(`{"status":"ok","version":"1"}`);
  });
});
