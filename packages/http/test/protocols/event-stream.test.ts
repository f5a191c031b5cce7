import { beforeEach, expect, test } from "vitest";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { DocumentService } from "@quarry/api";
import { ADMIN, call, RawConnection, type RunningServer, startServer, until } from "./support/running-server.ts";

let server: RunningServer;
let documents: string;
beforeEach(async () => {
  server = await startServer({ timeouts: { heartbeatMs: 20 } });
  documents = `${server.url}/v1/collections/docs/documents`;
});

const PARSING = `data: {"step":"parsing","status":"in_progress","message":"","progress":25}\n\n`;
const COMPLETE = `data: {"step":"complete","status":"completed","message":"","progress":100}\n\n`;

const openRaw = (id: string): RawConnection => {
  const connection = new RawConnection(server.port);
  const head = "HTTP/1.1\r\nhost: x\r\nauthorization: Bearer s3cret-admin\r\n\r\n";
  connection.send(`GET /v1/collections/docs/documents/${id}/progress ${head}`);
  return connection;
};

test("each message is one event, and the stream ends with the last", async () => {
  const response = await fetch(`${documents}/d1/progress`, { headers: ADMIN });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  expect(await response.text()).toBe(PARSING + COMPLETE);
});

test("a failure before the first message returns an ordinary error", async () => {
  expect(await call(`${documents}/missing/progress`, "GET")).toEqual([
    404,
    `{"detail":"Document 'missing' not found","code":"not_found"}`,
  ]);
});

test("a later failure ends the stream, and only the error listener gets the cause", async () => {
  const [status, body] = await call(`${documents}/broken/progress`, "GET");
  expect([status, body]).toEqual([200, `${PARSING}: the stream ended by an error\n\n`]);
  expect(server.errors).toEqual([new Error("stream error")]);
});

test("the first event arrives immediately, and comments keep an idle stream alive", async () => {
  const connection = openRaw("live");
  await connection.until("parsing");
  await connection.until(": keep-alive");
  connection.socket.destroy();
});

test("a caller that disconnects stops the handler", async () => {
  const connection = openRaw("live");
  await connection.until("parsing");
  connection.socket.destroy();
  await until(() => server.service.stopped.includes("progress live"));
  expect(server.errors).toEqual([]);
});

test("a caller that doesn't read and disconnects stops the handler too", async () => {
  const connection = openRaw("flood");
  await connection.until("xxx");
  connection.socket.pause();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(server.service.stopped).toEqual([]);
  connection.socket.destroy();
  await until(() => server.service.stopped.includes("progress flood"));
  expect(server.errors).toEqual([]);
});

test("a stopping server ends open streams cleanly", async () => {
  const response = await fetch(`${documents}/live/progress`, { headers: ADMIN });
  const text = response.text();
  await server.server.close(10_000);
  expect((await text).startsWith(PARSING)).toBe(true);
  await until(() => server.service.stopped.includes("progress live"));
});

test("HEAD sends the headers and stops the handler", async () => {
  const response = await fetch(`${documents}/live/progress`, { method: "HEAD", headers: ADMIN });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  await until(() => server.service.stopped.includes("progress live"));
});

test("a stream ends soon after its key is revoked, over every protocol", async () => {
  let isRevoked = false;
  const known = { name: "key", scope: "read", collections: undefined, accessFilter: undefined } as const;
  const guarded = await startServer({ authenticator: { authenticate: () => (isRevoked ? undefined : known) } });
  const path = "/v1/collections/docs/documents/live/progress";
  const sse = fetch(`${guarded.url}${path}`, { headers: ADMIN }).then((response) => response.text());
  let begun = 0;
  const ends = [
    createConnectTransport({ baseUrl: guarded.url, httpVersion: "2" }),
    createGrpcTransport({ baseUrl: guarded.url }),
  ].map(async (transport) => {
    const documents = createClient(DocumentService, transport);
    const request = { collectionName: "docs", documentId: "live" };
    try {
      for await (const _step of documents.watchDocumentProgress(request, { headers: ADMIN })) begun += 1;
      return "ended";
    } catch (error) {
      return Code[ConnectError.from(error).code];
    }
  });
  await until(() => begun === 2);
  isRevoked = true;
  expect(await sse).toContain("parsing");
  expect(await Promise.all(ends)).toEqual(["Unauthenticated", "Unauthenticated"]);
  await until(() => guarded.service.stopped.length === 3);
});
