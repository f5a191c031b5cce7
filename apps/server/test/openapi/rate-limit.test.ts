import { connect } from "node:http2";
import { expect, test } from "vitest";
import { TestServer, useServer } from "../harness/test-server.ts";

const PER_MINUTE = 5;
/** Status of gRPC for "resource exhausted". */
const RESOURCE_EXHAUSTED = "8";

const RPC = "/quarry.v1.PlatformService/ListEmbeddingModels";
const SECRET = "a-secret-for-tests-only";

const server = useServer({ SERVICE_RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) });

/** Uses up the key's remaining requests; one is refilled every twelve seconds. */
const exhaust = async (): Promise<void> => {
  for (let count = 0; count <= PER_MINUTE; count++) await server.api.call("GET", "/v1/collections");
};

test("a key over its limit gets 429 with the seconds to wait", async () => {
  for (let count = 0; count < PER_MINUTE; count++) {
    expect((await server.api.call("GET", "/v1/collections")).status).toBe(200);
  }
  const refused = await server.api.call("GET", "/v1/collections");
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    detail: expect.stringContaining(`at most ${PER_MINUTE} a minute`),
    code: "resource_exhausted",
  });
  const seconds = Number(refused.headers.get("retry-after"));
  expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60 / PER_MINUTE).toBe(true);
  expect(refused.headers.get("x-request-id")).toMatch(/./);
});

test("Connect calls count together with REST calls", async () => {
  await exhaust();
  const answer = await server.api.call<{ code: string }>("POST", RPC, { json: {} });
  expect([answer.status, answer.body.code]).toEqual([429, "resource_exhausted"]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
});

test("gRPC calls count together with REST calls", async () => {
  await exhaust();
  const session = connect(server.api.address);
  try {
    const stream = session.request({
      ":method": "POST",
      ":path": RPC,
      "content-type": "application/grpc+proto",
      te: "trailers",
      authorization: `Bearer ${SECRET}`,
    });
    const status = new Promise<unknown>((resolve, reject) => {
      const settle = (headers: Readonly<Record<string, unknown>>) => {
        if (headers["grpc-status"] !== undefined) resolve(headers["grpc-status"]);
      };
      stream.on("response", settle).on("trailers", settle).on("error", reject).resume();
    });
    stream.end(Buffer.alloc(5));
    expect(await status).toBe(RESOURCE_EXHAUSTED);
  } finally {
    session.close();
  }
});

test("health checks, the contract and unknown keys are not limited", async () => {
  await exhaust();
  for (const path of ["/health", "/health/ready", "/openapi.json", "/docs"]) {
    expect([path, (await server.api.call("GET", path)).status]).toEqual([path, 200]);
  }
  expect((await server.api.call("GET", "/v1/collections", { token: "wrong" })).status).toBe(401);
});

test("no limit applies without the setting", async () => {
  const unlimited = await TestServer.start();
  try {
    const calls = Array.from({ length: 200 }, () => unlimited.api.call("GET", "/v1/collections"));
    const statuses = new Set((await Promise.all(calls)).map((answer) => answer.status));
    expect([...statuses]).toEqual([200]);
  } finally {
    await unlimited.dispose();
  }
});

/** More than a key's allowance per minute, so that nothing more is admitted for that long, even on a busy machine. */
const BATCH = { queries: Array.from({ length: 8 }, () => ({ collection: "rates", query: "owls" })) };

test("a batch counts each of its queries, over REST and Connect", async () => {
  const limited = await TestServer.start({ SERVICE_RATE_LIMIT_PER_MINUTE: "3" });
  try {
    const { api } = limited;
    await api.createCollection("rates");
    const json = { name: "connect", scope: "read" };
    const { key } = await api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", { json });
    // A batch is admitted while the key has requests left; waiting pays off the excess.
    expect((await api.call("POST", "/v1/batch/query", { json: BATCH })).status).toBe(200);
    expect((await api.call("GET", "/v1/collections")).status).toBe(429);
    const rpc = "/quarry.v1.QueryService/BatchQuery";
    expect((await api.call("POST", rpc, { json: BATCH, token: key })).status).toBe(200);
    expect((await api.call("GET", "/v1/collections", { token: key })).status).toBe(429);
  } finally {
    await limited.dispose();
  }
});

test("console calls count, including each call of a batched request", async () => {
  const console = await TestServer.start({ SERVICE_RATE_LIMIT_PER_MINUTE: "4" });
  try {
    const opened = await console.api.call("POST", "/console/trpc/session.open", { json: { key: SECRET } });
    const headers = { cookie: opened.headers.get("set-cookie")!.split(";", 1)[0]! };
    const input = encodeURIComponent(JSON.stringify({ 0: { limit: 1 }, 1: { limit: 1 }, 2: { limit: 1 } }));
    const three = `/console/trpc/${Array(3).fill("collections.list").join(",")}?batch=1&input=${input}`;
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await console.api.call("GET", three, { headers })).status);
    expect(statuses).toEqual([200, 207, 429]);
  } finally {
    await console.dispose();
  }
});
