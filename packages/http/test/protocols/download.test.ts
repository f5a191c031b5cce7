import { connect as connectHttp2 } from "node:http2";
import { beforeEach, expect, test } from "vitest";
import { FILE } from "./support/memory-service.ts";
import { ADMIN, call, RawConnection, type RunningServer, startServer, until } from "./support/running-server.ts";

let server: RunningServer;
let documents: string;
beforeEach(async () => {
  server = await startServer();
  documents = `${server.url}/v1/collections/docs/documents`;
});

async function get(headers: Record<string, string> = {}, method = "GET") {
  const response = await fetch(`${documents}/d1/file`, { method, headers: { ...ADMIN, ...headers } });
  const header = (name: string) => response.headers.get(name);
  return { status: response.status, header, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("returns the whole file with all of its headers", async () => {
  const { status, header, bytes } = await get();
  expect(status).toBe(200);
  expect(bytes).toEqual(FILE);
  expect(header("content-type")).toBe("application/pdf");
  expect(header("content-length")).toBe("1000");
  expect(header("etag")).toBe('"abc"');
  expect(header("accept-ranges")).toBe("bytes");
  expect(header("x-content-type-options")).toBe("nosniff");
  expect(header("cache-control")).toBe("private, no-cache");
  expect(header("content-disposition")).toBe(
    `attachment; filename="na_ve _report_ _.pdf"; filename*=UTF-8''na%C3%AFve%20%22report%22%20%E2%82%AC.pdf`,
  );
  expect(header("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("returns ranges from the start, in the middle, open-ended and from the end", async () => {
  const ranges: readonly [string, number, number][] = [
    ["bytes=0-0", 0, 1],
    ["bytes=100-799", 100, 800],
    ["bytes=990-", 990, 1000],
    ["bytes=990-2000", 990, 1000],
    ["bytes=-10", 990, 1000],
    ["bytes=-5000", 0, 1000],
  ];
  for (const [range, start, end] of ranges) {
    const { status, header, bytes } = await get({ range });
    expect([range, status, header("content-range")]).toEqual([range, 206, `bytes ${start}-${end - 1}/1000`]);
    expect(header("content-length")).toBe(String(end - start));
    expect(bytes).toEqual(FILE.subarray(start, end));
  }
});

test("a range after the end returns 416, a malformed or multiple one the whole file", async () => {
  for (const range of ["bytes=1000-", "bytes=5000-6000", "bytes=-0"]) {
    const { status, header, bytes } = await get({ range });
    expect([range, status, header("content-range")]).toEqual([range, 416, "bytes */1000"]);
    expect(JSON.parse(bytes.toString())).toEqual({
      detail: "Range: must start before the end of the file (1000 bytes), got a range after it",
      code: "out_of_range",
    });
  }
  for (const range of ["bytes=5-2", "bytes=a-b", "bytes=-", "lines=1-2", "bytes=0-1,5-6"]) {
    const { status, bytes } = await get({ range });
    expect([range, status, bytes.length]).toEqual([range, 200, 1000]);
  }
});

test("a matching If-None-Match returns 304 without a body", async () => {
  for (const tag of ['"abc"', 'W/"abc"', '"x", "abc"', "*"]) {
    const { status, header, bytes } = await get({ "if-none-match": tag, range: "bytes=0-5" });
    expect([tag, status, header("etag"), bytes.length]).toEqual([tag, 304, '"abc"', 0]);
  }
  expect((await get({ "if-none-match": '"abcd"' })).status).toBe(200);
});

test("a range with If-Range is returned only for the same version", async () => {
  expect((await get({ range: "bytes=10-19", "if-range": '"abc"' })).status).toBe(206);
  for (const tag of ['"old"', 'W/"abc"', "Sat, 21 Nov 2026 10:00:00 GMT"]) {
    const { status, bytes } = await get({ range: "bytes=10-19", "if-range": tag });
    expect([tag, status, bytes.length]).toEqual([tag, 200, 1000]);
  }
});

test("HEAD returns no body; an unknown document returns 404 with a detail", async () => {
  const { status, header, bytes } = await get({ range: "bytes=0-5" }, "HEAD");
  expect([status, header("content-length"), bytes.length]).toEqual([200, "1000", 0]);
  expect(await call(`${documents}/missing/file`, "GET")).toEqual([
    404,
    `{"detail":"Document 'missing' not found","code":"not_found"}`,
  ]);
});

test("every download ends its handler", async () => {
  await get();
  await get({}, "HEAD");
  await get({ "if-none-match": "*" });
  await until(() => server.service.stopped.length === 3);
});

test("an unreadable file returns an ordinary error", async () => {
  expect(await call(`${documents}/unreadable/file`, "GET")).toEqual([
    500,
    `{"detail":"Internal server error","code":"internal"}`,
  ]);
});

test("a download that fails midway breaks the connection", async () => {
  const read = async (id: string) => (await fetch(`${documents}/${id}/file`, { headers: ADMIN })).arrayBuffer();
  await expect(read("broken")).rejects.toThrow();
  await expect(read("short")).rejects.toThrow();
  await until(() => server.errors.length === 2);
});

test("a slow reader that disconnects stops the handler", async () => {
  const connection = new RawConnection(server.port);
  connection.send(
    "GET /v1/collections/docs/documents/endless/file HTTP/1.1\r\nhost: x\r\nauthorization: Bearer s3cret-admin\r\n\r\n",
  );
  await connection.until("200 OK");
  connection.socket.pause();
  // Now the intermediate buffers fill up, and the server waits for room that never becomes available.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(server.service.stopped).toEqual([]);
  connection.socket.destroy();
  await until(() => server.service.stopped.length === 1);
  expect(server.errors).toEqual([]);
});

test("HTTP/2 without TLS serves REST too, and a stream that is reset stops the handler", async () => {
  const session = connectHttp2(server.url);
  const path = "/v1/collections/docs/documents";
  const download = session.request({ ":path": `${path}/d1/file`, ...ADMIN });
  const chunks: Buffer[] = [];
  for await (const chunk of download) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks)).toEqual(FILE);
  const endless = session.request({ ":path": `${path}/endless/file`, ...ADMIN });
  await new Promise((resolve) => endless.once("data", resolve));
  endless.close();
  await until(() => server.service.stopped.length === 2);
  session.close();
  expect(server.errors).toEqual([]);
});
