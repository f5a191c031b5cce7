import { connect as connectHttp2 } from "node:http2";
import { expect, test } from "vitest";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { bindService } from "../../src/rpc/handler.ts";
import { PlatformService, UpsertVectorsRequestSchema } from "@quarry/api";
import { unavailable } from "@quarry/plugin/domain";
import { BodyPlan } from "../../src/protocols/large-bodies/body-plan.ts";
import { ADMIN, call, RawConnection, startServer, until } from "./support/running-server.ts";

test("peers that send nothing, or too little to detect their protocol, are disconnected", async () => {
  const server = await startServer({ timeouts: { firstBytesMs: 100 } });
  for (const text of ["", "P", "PR"]) {
    const connection = new RawConnection(server.port);
    connection.send(text);
    await connection.closed;
    expect(connection.received).toBe("");
  }
});

test("a request that arrives byte by byte is parsed, over HTTP/1.1 and HTTP/2", async () => {
  const server = await startServer();
  const connection = new RawConnection(server.port);
  connection.socket.setNoDelay(true);
  for (const character of "PUT /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n") {
    connection.send(character);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(await connection.until("405")).toContain("HTTP/1.1 405");
  const preface = new RawConnection(server.port);
  for (const part of ["P", "R", "I * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\0\0\0\x04\0\0\0\0\0"]) {
    preface.send(Buffer.from(part, "latin1"));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await until(() => preface.received.length >= 9);
  expect(preface.received.charCodeAt(3)).toBe(4); // The server's SETTINGS frame.
  preface.socket.destroy();
});

test("an HTTP/2 connection that its client ends is closed immediately", async () => {
  const server = await startServer();
  const connection = new RawConnection(server.port);
  connection.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0");
  await until(() => connection.received.length >= 9);
  connection.socket.end();
  await connection.closed;
});

// Regression: Node rejects these two by itself, with an empty body.
test.each([
  [
    "two Hosts",
    "GET /health HTTP/1.1\r\nhost: a\r\nHOST: b\r\nconnection: close\r\n\r\n",
    "400",
    `{"detail":"Host: must be given once, got it 2 times","code":"invalid_argument"}`,
  ],
  [
    "no Host",
    "GET /health HTTP/1.1\r\nconnection: close\r\n\r\n",
    "400",
    `{"detail":"Host: is required","code":"invalid_argument"}`,
  ],
  [
    "an unknown expectation",
    "GET /health HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\nconnection: close\r\n\r\n",
    "417",
    `{"detail":"Expect: may be 100-continue, got \\"miracles\\"","code":"expectation_failed"}`,
  ],
])("%s is rejected with a detail", async (_, request, status, detail) => {
  const server = await startServer();
  const connection = new RawConnection(server.port);
  connection.send(request);
  await connection.closed;
  expect(connection.received).toContain(`HTTP/1.1 ${status} `);
  expect(connection.received).toContain(detail);
});

test("endless headers are cut off with a response", async () => {
  const server = await startServer({ timeouts: { headersMs: 200 } });
  const connection = new RawConnection(server.port);
  connection.send("GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ");
  await connection.closed;
  expect(connection.received).toContain(`{"detail":"The request did not arrive in time","code":"request_timeout"}`);
});

test("a stalled body is cut off, a slow one is not", async () => {
  // A busy machine can delay both sides briefly, so the slow side's pauses are a tenth of the limit.
  const server = await startServer({ timeouts: { idleMs: 2_000 } });
  const head =
    "POST /v1/collections HTTP/1.1\r\nhost: x\r\nauthorization: Bearer s3cret-admin\r\ncontent-length: 12\r\n\r\n";
  const stuck = new RawConnection(server.port);
  stuck.send(`${head}{"name":`);
  await stuck.closed;
  expect(stuck.received).toBe("");
  const slow = new RawConnection(server.port);
  slow.send(head);
  for (const character of '{"name":"a"}') {
    await new Promise((resolve) => setTimeout(resolve, 200));
    slow.send(character);
  }
  expect(await slow.until("HTTP/1.1")).toContain("201 Created");
});

test("connections are reused for the next request, also after a rejection", async () => {
  const server = await startServer();
  const connection = new RawConnection(server.port);
  const request = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer s3cret-admin\r\ncontent-length: ${length}\r\n\r\n`;
  connection.send(`${request("/v1/nope", 5)}hello${request("/v1/collections", 12)}{"name":"a"}`);
  expect(await connection.until("201 Created")).toContain("404 Not Found");
  connection.socket.destroy();
});

test("a caller that disconnects during a handler affects no other request", async () => {
  const signals: AbortSignal[] = [];
  let finish = () => {};
  const slow = bindService(PlatformService, {
    getHealth: (_request, context) => {
      signals.push(context.signal);
      return new Promise((resolve) => (finish = () => resolve({ status: "ok", version: "1" })));
    },
  });
  const server = await startServer({ services: [slow] });
  const connection = new RawConnection(server.port);
  connection.send("GET /health HTTP/1.1\r\nhost: x\r\n\r\n");
  await until(() => signals.length === 1);
  connection.socket.destroy();
  await until(() => signals[0]?.aborted === true);
  finish();
  const answer = fetch(`${server.url}/health`);
  await until(() => signals.length === 2);
  finish();
  expect((await answer).status).toBe(200);
  expect(signals[1]?.aborted).toBe(false);
  expect(server.errors).toEqual([]);
});

test("a temporary failure has a retry-after, over REST and gRPC", async () => {
  const busy = bindService(PlatformService, { getHealth: () => Promise.reject(unavailable("The queue is away", 2.5)) });
  const server = await startServer({ services: [busy] });
  const response = await fetch(`${server.url}/health`);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "3"]);
  expect(await response.text()).toBe(`{"detail":"The queue is away","code":"unavailable"}`);
  const grpc = createClient(PlatformService, createGrpcTransport({ baseUrl: server.url }));
  const error = ConnectError.from(await grpc.getHealth({}).catch((reason: unknown) => reason));
  expect([error.code, error.metadata.get("retry-after")]).toEqual([Code.Unavailable, "3"]);
});

test("large bodies are decoded by the configured decoder", async () => {
  const decoded: string[] = [];
  let opened = 0;
  const abandoned: number[] = [];
  const server = await startServer({
    largeBodies: {
      fromBytes: 1000,
      open: ({ typeName, pathFields, maxValues }, size) => {
        opened += 1;
        const segments: Uint8Array[] = [];
        return {
          write: (chunk) => void segments.push(Buffer.from(chunk)),
          abandon: () => void abandoned.push(size),
          decode: async () => {
            decoded.push(typeName);
            return new BodyPlan(UpsertVectorsRequestSchema, pathFields, maxValues).decodeWhole(Buffer.concat(segments));
          },
        };
      },
    },
  });
  const upsert = `${server.url}/v1/collections/docs/vectors/upsert`;
  const bodyOf = (length: number) => ({ vectors: [{ id: "a", embedding: Array.from({ length }, () => 0.5) }] });
  expect((await call(upsert, "POST", bodyOf(3)))[0]).toBe(200);
  expect(await call(upsert, "POST", bodyOf(3000))).toEqual([200, `{"status":"ok","upserted":1}`]);
  expect(server.service.lastVectors).toMatchObject({ collectionName: "docs" });
  expect(await call(upsert, "POST", { vectors: [{ id: "x".repeat(3000), embedding: [null] }] })).toEqual([
    400,
    `{"detail":"vectors[0].embedding[0]: must be a number, got null","code":"invalid_argument"}`,
  ]);
  const type = "quarry.v1.UpsertVectorsRequest";
  expect(decoded).toEqual([type, type]);
  // Without a declared length.
  const segments = new ReadableStream({
    start: (controller) => {
      for (const segment of JSON.stringify(bodyOf(3000)).match(/.{1,700}/g)!) controller.enqueue(Buffer.from(segment));
      controller.close();
    },
  });
  const streamed = await fetch(upsert, {
    method: "POST",
    headers: ADMIN,
    body: segments,
    duplex: "half",
  } as RequestInit);
  expect([streamed.status, await streamed.text()]).toEqual([200, `{"status":"ok","upserted":1}`]);
  expect(decoded).toEqual([type, type, type]);
  // From a sender that disconnects.
  const leaving = new RawConnection(server.port);
  leaving.send(`POST /v1/collections/docs/vectors/upsert HTTP/1.1\r\nhost: x\r\n`);
  leaving.send(`authorization: ${ADMIN.authorization}\r\ncontent-length: 5000\r\n\r\n{"vectors"`);
  await until(() => opened === 4);
  leaving.socket.destroy();
  await until(() => abandoned.length > 0);
  expect(abandoned).toEqual([5000]);
});

test("a stopping server finishes running requests and accepts no new ones", async () => {
  let finish = () => {};
  const started = Promise.withResolvers<void>();
  const slow = bindService(PlatformService, {
    getHealth: () => {
      started.resolve();
      return new Promise((resolve) => (finish = () => resolve({ status: "ok", version: "1" })));
    },
  });
  const server = await startServer({ services: [slow] });
  const idle = new RawConnection(server.port);
  const silent = new RawConnection(server.port);
  idle.send("GET /nope HTTP/1.1\r\nhost: x\r\n\r\n");
  await idle.until("404");
  const session = connectHttp2(server.url);
  await new Promise((resolve) => session.once("connect", resolve));
  const answer = fetch(`${server.url}/health`);
  await started.promise;
  const closed = server.server.close(30_000);
  await Promise.all([idle.closed, silent.closed, new Promise((resolve) => session.once("close", resolve))]);
  await expect(fetch(`${server.url}/health`)).rejects.toThrow();
  finish();
  expect(await (await answer).json()).toEqual({ status: "ok", version: "1" });
  await closed;
});

test("requests that exceed the grace period are cut off", async () => {
  const hanging = bindService(PlatformService, { getHealth: () => new Promise(() => undefined) });
  const server = await startServer({ services: [hanging] });
  const rest = new RawConnection(server.port);
  rest.send("GET /health HTTP/1.1\r\nhost: x\r\n\r\n");
  const grpc = createClient(PlatformService, createGrpcTransport({ baseUrl: server.url })).getHealth(
    {},
    { headers: ADMIN },
  );
  const failed = expect(grpc).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await server.server.close(100);
  await rest.closed;
  await failed;
});

test("listening on a port in use rejects", async () => {
  const server = await startServer();
  const other = await startServer();
  await expect(other.server.listen(server.port, "127.0.0.1")).rejects.toThrow();
});

const frame = (type: number, flags: number, stream: number, payload: Uint8Array): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

const PREFACE = Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(4, 0, 0, Buffer.alloc(0))]);

/** Returns the HEADERS frame of a whole request, with every field as a literal. */
const opening = (stream: number, path: string): Buffer => {
  const fields = { ":method": "GET", ":scheme": "http", ":path": path, ":authority": "x" };
  const block = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ]);
  return frame(1, 0x5, stream, Buffer.concat(block));
};

const RESET = Buffer.from([0, 0, 0, 8]);

/** Starts a server that records which of the unknown paths it began to serve. */
const startCounting = async () => {
  const begun: string[] = [];
  const server = await startServer({
    fallback: ({ url }, response) => {
      begun.push(url!);
      response.end("answered");
      return true;
    },
  });
  return { ...server, begun };
};

// Regression: 500 calls of one read were begun before the server knew that any of them was cancelled.
test("calls cancelled in the same read are not begun, and the connection is cut", async () => {
  const { port, url, begun } = await startCounting();
  const connection = new RawConnection(port);
  const streams = Array.from({ length: 5_000 }, (_, index) => 2 * index + 1);
  connection.send(
    Buffer.concat([PREFACE, ...streams.flatMap((id) => [opening(id, "/abandoned"), frame(3, 0, id, RESET)])]),
  );
  await connection.closed;
  // A read of the connection can end between a call and its cancellation.
  expect(begun.length).toBeLessThan(50);
  expect((await fetch(`${url}/other`)).status).toBe(200);
});

test("calls cancelled before their turn are not begun, and the calls between them succeed", async () => {
  const { url, begun } = await startCounting();
  const session = connectHttp2(url);
  const ask = (path: string) => session.request({ ":path": path });
  const retained = Array.from({ length: 100 }, (_, index) => {
    ask(`/given-up/${index}`)
      .on("error", () => undefined)
      .close(8);
    return new Promise<string>((resolve) => {
      let text = "";
      ask(`/kept/${index}`)
        .setEncoding("utf8")
        .on("data", (segment: string) => (text += segment))
        .on("end", () => resolve(text));
    });
  });
  expect(new Set(await Promise.all(retained))).toEqual(new Set(["answered"]));
  expect(begun.filter((path) => path.startsWith("/kept/"))).toEqual(retained.map((_, index) => `/kept/${index}`));
  expect(session.destroyed).toBe(false);
  await new Promise<void>((closed) => session.close(closed));
});
