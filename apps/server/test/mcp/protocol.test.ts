import type { ClientOptions } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, test } from "vitest";
import type { CallOptions } from "../harness/api.ts";
import { useServer } from "../harness/test-server.ts";
import { connectMcp, structuredOf } from "./mcp-client.ts";

const SECRET = "a-secret-for-tests-only";
const NAMED_ORIGIN = "https://chat.example.com";

const server = useServer({ SERVICE_MCP_ORIGINS: `https://other.example, ${NAMED_ORIGIN}` });

const ACCEPT = { accept: "application/json, text/event-stream" };

const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

const post = (options: CallOptions = {}) =>
  server.api.call("POST", "/mcp", { json: listTools, ...options, headers: { ...ACCEPT, ...options.headers } });

beforeAll(async () => {
  await server.api.createCollection("birds");
});

describe("protocol versions", () => {
  test.each<[string, ClientOptions]>([
    ["with a handshake", {}],
    ["without one", { versionNegotiation: { mode: "auto" } }],
  ])("a client %s calls the tools", async (_, options) => {
    await using client = await connectMcp(server.api.address, SECRET, options);
    expect(client.getServerVersion()).toMatchObject({ name: "quarry" });
    const answer = await client.callTool({ name: "list_collections", arguments: {} });
    expect(structuredOf(answer)).toMatchObject({ total: 1 });
  });

  test("an unknown version is rejected with the supported ones", async () => {
    const answer = await post({ headers: { "mcp-protocol-version": "1999-01-01" } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("2025-11-25");
  });
});

describe("rejected requests", () => {
  test("a missing or unknown key returns 401", async () => {
    for (const token of [null, "nobody"]) {
      const answer = await post({ token });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(answer.body.detail).toMatch(/^Authorization: /);
    }
  });

  test.each(["GET", "DELETE", "PUT"])("%s returns 405, since there are no sessions", async (method) => {
    const answer = await server.api.call(method, "/mcp", { headers: ACCEPT });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
  });

  test("pages of foreign origins return 403; allowed and local origins are accepted", async () => {
    for (const origin of ["https://evil.example", "http://evil.example:8080", "null", "file://", "not an origin"]) {
      const answer = await post({ headers: { origin } });
      expect({ origin, status: answer.status }).toEqual({ origin, status: 403 });
    }
    const { port } = new URL(server.api.address);
    for (const origin of [NAMED_ORIGIN, "http://localhost:3000", `http://127.0.0.1:${port}`, "http://[::1]:1"]) {
      const answer = await post({ headers: { origin } });
      expect({ origin, status: answer.status }).toEqual({ origin, status: 200 });
    }
  });

  test("an oversized body, invalid JSON, a body that is no message, and another media type", async () => {
    const json = { "content-type": "application/json" };
    expect(await post({ json: undefined, headers: json, body: "x".repeat(1_100_000) })).toMatchObject({
      status: 413,
      body: { detail: "The request body must be at most 1048576 bytes" },
    });
    expect((await post({ json: undefined, headers: json, body: "{" })).status).toBe(400);
    expect((await post({ json: { hello: 1 } })).status).toBe(400);
    expect((await post({ json: undefined, headers: { "content-type": "text/plain" }, body: "{}" })).status).toBe(415);
  });
});

describe("rate limits", () => {
  const limited = useServer({ SERVICE_RATE_LIMIT_PER_MINUTE: "3" });

  test("count MCP calls together with REST calls", async () => {
    const ask = () => limited.api.call("POST", "/mcp", { json: listTools, headers: ACCEPT });
    await limited.api.call("GET", "/v1/collections");
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.body.detail).toMatch(/^Too many requests/);
  });
});
