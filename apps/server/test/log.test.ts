import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { LogLine } from "./harness/server-process.ts";
import { TestServer, useServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

const directory = mkdtempSync(join(tmpdir(), "quarry-log-"));
const config = join(directory, "quarry.config.json");
const apiKeys = {
  reader: { scope: "read", collections: ["mine"], sha256: createHash("sha256").update("reader-token").digest("hex") },
};
writeFileSync(config, JSON.stringify({ apiKeys }));
afterAll(() => rmSync(directory, { recursive: true }));

const INFO = 30;
const WARN = 40;
const RPC = "/quarry.v1.CollectionService/GetCollection";

const server = useServer({ SERVICE_CONFIG: config });
const limited = useServer({ SERVICE_RATE_LIMIT_PER_MINUTE: "3" });

/** Waits for the first log line with these fields. */
const logged = ({ process }: TestServer, fields: Readonly<Record<string, unknown>>): Promise<LogLine> =>
  until(
    () => `a log line with ${JSON.stringify(fields)}:\n${process.stderr}`,
    () => process.log.find((line) => Object.entries(fields).every(([name, value]) => line[name] === value)),
    10_000,
  );

test("a call without a valid key is logged with its target and the reason, but no part of its token", async () => {
  const token = "a-token-that-nobody-knows";
  const headers = { "x-request-id": "stranger-1" };
  expect((await server.api.call("GET", "/v1/collections/mine", { token, headers })).status).toBe(401);
  expect(await logged(server.current, { requestId: "stranger-1" })).toMatchObject({
    level: INFO,
    msg: "call refused",
    status: 401,
    key: null,
    collection: "mine",
    method: "GET",
    reason: expect.stringContaining("a token that is not valid"),
  });
  expect(server.current.process.stderr).not.toContain(token);
});

test("a key without permission is named in the log, with REST, Connect and gRPC", async () => {
  const token = "reader-token";
  const byRest = { "x-request-id": "reader-1" };
  expect((await server.api.call("DELETE", "/v1/collections/mine", { token, headers: byRest })).status).toBe(403);
  const refused = { level: INFO, msg: "call refused", status: 403, key: "config:reader" };
  expect(await logged(server.current, { requestId: "reader-1" })).toMatchObject({
    ...refused,
    collection: "mine",
    route: "/v1/collections/{name}",
    reason: "This needs a key with the scope admin, got one with read",
  });

  const byConnect = { "x-request-id": "reader-2" };
  expect((await server.api.call("POST", RPC, { token, headers: byConnect, json: { name: "theirs" } })).status).toBe(
    403,
  );
  const reason = expect.stringContaining("'theirs'") as string;
  expect(await logged(server.current, { requestId: "reader-2" })).toMatchObject({ ...refused, route: RPC, reason });

  await callByGrpc(server.api.address, "quarry.v1.CollectionService/DeleteCollection", "reader-3", token);
  expect(await logged(server.current, { requestId: "reader-3" })).toMatchObject(refused);
});

/** Sends an empty request; gRPC always responds with HTTP status 200. */
const callByGrpc = (address: string, rpc: string, requestId: string, token: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const session = connect(address);
    const stream = session.request({
      ":method": "POST",
      ":path": `/${rpc}`,
      "content-type": "application/grpc+proto",
      te: "trailers",
      authorization: `Bearer ${token}`,
      "x-request-id": requestId,
    });
    stream.on("error", reject).resume();
    stream.on("close", () => session.close(() => resolve()));
    stream.end(Buffer.alloc(5));
  });

test("a key above its rate limit is named in the log", async () => {
  const token = "a-secret-for-tests-only";
  for (let count = 0; count < 3; count += 1) await limited.api.call("GET", "/v1/collections", { token });
  const headers = { "x-request-id": "busy-1" };
  expect((await limited.api.call("GET", "/v1/collections", { token, headers })).status).toBe(429);
  expect(await logged(limited.current, { requestId: "busy-1" })).toMatchObject({
    level: INFO,
    msg: "call refused",
    status: 429,
    key: "api-secret",
    reason: expect.stringContaining("at most 3 a minute"),
  });
});

test("many or long rejected calls don't flood the log", async () => {
  const path = `/v1/collections/mine/${"x".repeat(8_000)}`;
  const before = server.current.process.log.length;
  for (let count = 0; count < 60; count += 1) await server.api.call("GET", path, { token: `wrong-${count}` });
  await server.api.call("GET", "/v1/collections/mine", { token: "reader-token" });
  await server.api.call("DELETE", "/v1/collections/mine", {
    token: "reader-token",
    headers: { "x-request-id": "last-1" },
  });
  // One key's flood doesn't hide another's calls.
  await logged(server.current, { requestId: "last-1" });
  const lines = server.current.process.log.slice(before).filter(({ status }) => status === 401);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThanOrEqual(20);
  expect(Math.max(...lines.map((line) => JSON.stringify(line).length))).toBeLessThan(800);
});

test("creating and revoking a key are logged with the caller, but never with the key", async () => {
  const headers = { "x-request-id": "made-1", "idempotency-key": "made-once" };
  const json = { name: "dashboard", scope: "read", collections: ["mine"] };
  const { body } = await server.api.call<{ key: string }>("POST", "/v1/admin/keys", { json, headers });
  const fields = { key: "dashboard", scope: "read", collections: ["mine"], by: "api-secret" };
  expect(await logged(server.current, { requestId: "made-1" })).toMatchObject({
    level: INFO,
    msg: "key created",
    change: "created",
    ...fields,
  });
  // A replayed response does not create another key.
  await server.api.call("POST", "/v1/admin/keys", { json, headers });
  await server.api.call("DELETE", "/v1/admin/keys/dashboard", { headers: { "x-request-id": "revoked-1" } });
  expect(await logged(server.current, { requestId: "revoked-1" })).toMatchObject({ change: "revoked", ...fields });
  expect(server.current.process.log.filter(({ change }) => change === "created")).toHaveLength(1);
  expect(body.key).toMatch(/^qk_/);
  expect(server.current.process.stderr).not.toContain(body.key);
});

test("a ready document is logged with its collection, chunk count and duration", async () => {
  await server.api.createCollection("ready");
  const { id } = await server.api.ingest({ collection: "ready", filename: "a.txt", bytes: "The pump moves water." });
  expect(await logged(server.current, { document: id })).toMatchObject({
    level: INFO,
    msg: "document ready",
    collection: "ready",
    chunks: 1,
    durationMs: expect.any(Number),
  });
});

test("unknown settings are logged at startup without their values, and a stop logs its end", async () => {
  const misspelt = await TestServer.start({ SERVICE_RATE_LIMIT_PER_MINUTES: "value-of-nobody", SERVICE_WEATHER: "1" });
  try {
    const reported = misspelt.process.log.filter(({ msg }) => msg?.includes("is not a setting"));
    expect(reported).toMatchObject([
      {
        level: WARN,
        msg: "SERVICE_RATE_LIMIT_PER_MINUTES: is not a setting and is ignored; did you mean SERVICE_RATE_LIMIT_PER_MINUTE?",
      },
      { level: WARN, msg: "SERVICE_WEATHER: is not a setting and is ignored" },
    ]);
    expect(misspelt.process.stderr).not.toContain("value-of-nobody");
    await misspelt.stop();
    expect(misspelt.process.log.at(-1)).toMatchObject({ level: INFO, msg: "stopped" });
  } finally {
    await misspelt.dispose();
  }
});

test("a failed document is logged with its collection, its name and the reason", async () => {
  await server.api.createCollection("mine");
  const bytes = Buffer.from("This is no PDF.");
  const { id } = await server.api.ingest({ collection: "mine", filename: "broken.pdf", bytes });
  const { error_message: reason } = await server.api.document("mine", id);
  expect(await logged(server.current, { document: id })).toMatchObject({
    level: INFO,
    msg: "document failed",
    collection: "mine",
    filename: "broken.pdf",
    reason,
  });
});
