import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { DocumentService } from "@quarry/api";
import { beforeEach, expect, test } from "vitest";
import { ADMIN, RawConnection, type RunningServer, startServer, until } from "./support/running-server.ts";

let server: RunningServer;
let path: string;
beforeEach(async () => {
  server = await startServer();
  path = "/v1/collections/docs/documents/d1/chunks";
});

interface Chunks {
  readonly chunks: readonly { readonly id: string; readonly text: string; readonly metadata: object }[];
  readonly total: number;
}

const get = async (limit: number | undefined, method = "GET") => {
  const query = limit === undefined ? "" : `?limit=${limit}`;
  return fetch(`${server.url}${path}${query}`, { method, headers: ADMIN });
};

test.each([
  [undefined, true],
  [1, true],
  [100, true],
  [101, false],
  [1_999, false],
])("a list of %s items is complete, and has a length if it is one page", async (limit, hasLength) => {
  const response = await get(limit);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.has("content-length")).toBe(hasLength);
  const text = await response.text();
  const { chunks, total } = JSON.parse(text) as Chunks;
  expect(total).toBe(3_000);
  expect(Object.keys(JSON.parse(text) as object)).toEqual(["chunks", "total"]);
  expect(chunks.map(({ id }) => id)).toEqual(Array.from({ length: limit ?? 0 }, (_, index) => `c${index}`));
  if (limit !== undefined) {
    expect(chunks.at(-1)).toEqual({
      id: `c${limit - 1}`,
      text: "é".repeat(500),
      chunk_index: limit - 1,
      metadata: { page: null },
    });
  }
  await until(() => server.service.stopped.includes("chunks"));
});

test("HEAD reads only the necessary pages", async () => {
  const response = await get(1_999, "HEAD");
  expect([response.status, await response.text()]).toEqual([200, ""]);
  await until(() => server.service.stopped.includes("chunks"));
  expect(server.service.pagesRead).toBe(2);
});

test("a slow receiver pauses the reading, and one that disconnects ends it", async () => {
  const connection = new RawConnection(server.port);
  connection.socket.pause();
  connection.send(`GET ${path}?limit=1999 HTTP/1.1\r\nhost: x\r\nauthorization: ${ADMIN.authorization}\r\n\r\n`);
  await until(() => server.service.pagesRead > 1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { pagesRead } = server.service;
  connection.socket.destroy();
  await until(() => server.service.stopped.includes("chunks"));
  expect(server.service.pagesRead).toBeLessThanOrEqual(pagesRead + 1);
});

test("a list that fails midway breaks the connection", async () => {
  const response = await get(2_500);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect(server.errors).toHaveLength(1);
});

test("other protocols get the complete list", async () => {
  const client = createClient(DocumentService, createGrpcTransport({ baseUrl: server.url }));
  const request = { collectionName: "docs", documentId: "d1", limit: 250 };
  const { chunks, total } = await client.listChunks(request, { headers: ADMIN });
  expect([chunks.length, chunks[249]?.id, total]).toEqual([250, "c249", 3_000]);
});
