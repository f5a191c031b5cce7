import { connect as connectHttp2 } from "node:http2";
import { expect, test } from "vitest";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { bindService } from "@quarry/rpc/handler";
import { PlatformService } from "@quarry/api";
import { ADMIN, RawConnection, startServer, until } from "./support/running-server.ts";

test("peers that say nothing, or too little to tell their protocol, are disconnected", async () => {
  const server = await startServer({ timeouts: { firstBytesMs: 100 } });
  for (const text of ["", "P", "PR"]) {
    const connection = new RawConnection(server.port);
    connection.send(text);
    await connection.closed;
    expect(connection.received).toBe("");
  }
});

test("a request that comes byte by byte is understood, HTTP/1.1 and HTTP/2 alike", async () => {
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

test("headers that never end are cut off with an answer", async () => {
  const server = await startServer({ timeouts: { headersMs: 200 } });
  const connection = new RawConnection(server.port);
  connection.send("GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ");
  await connection.closed;
  expect(connection.received).toContain(`{"detail":"The request did not arrive in time"}`);
});

test("a body on which nothing moves is cut off, one that moves slowly is not", async () => {
  const server = await startServer({ timeouts: { idleMs: 300 } });
  const head =
    "POST /v1/collections HTTP/1.1\r\nhost: x\r\nauthorization: Bearer s3cret-admin\r\ncontent-length: 12\r\n\r\n";
  const stuck = new RawConnection(server.port);
  stuck.send(`${head}{"name":`);
  await stuck.closed;
  expect(stuck.received).toBe("");
  const slow = new RawConnection(server.port);
  slow.send(head);
  for (const character of '{"name":"a"}') {
    await new Promise((resolve) => setTimeout(resolve, 60));
    slow.send(character);
  }
  expect(await slow.until("HTTP/1.1")).toContain("201 Created");
});

test("connections are kept for the next request, after a refusal too", async () => {
  const server = await startServer();
  const connection = new RawConnection(server.port);
  const request = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer s3cret-admin\r\ncontent-length: ${length}\r\n\r\n`;
  connection.send(`${request("/v1/nope", 5)}hello${request("/v1/collections", 12)}{"name":"a"}`);
  expect(await connection.until("201 Created")).toContain("404 Not Found");
  connection.socket.destroy();
});

test("a stopping server finishes what is under way and takes nothing new", async () => {
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

test("what does not finish within the grace period is cut off", async () => {
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

test("a port that is taken is told, not thrown into the void", async () => {
  const server = await startServer();
  const other = await startServer();
  await expect(other.server.listen(server.port, "127.0.0.1")).rejects.toThrow();
});
