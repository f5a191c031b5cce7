import { leakIn } from "@quarry/parse-check/hostile";
import { beforeAll, describe, expect, test } from "vitest";
import { documentsPath, type Failure } from "./harness/api.ts";
import { BOUNDARY, FORM_END, formPart, rawHead, sendRaw } from "./harness/raw-http.ts";
import type { Collection } from "./harness/resources.ts";
import { useServer } from "./harness/test-server.ts";

const server = useServer();

const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const GOOD_FILE = formPart("file", "The file is good.", "good.txt");

beforeAll(async () => {
  await server.api.createCollection("target");
});

const nothingIsStored = async () => {
  expect(await server.api.documents("target")).toEqual([]);
  expect(await server.current.folder.storedFiles()).toEqual([]);
  expect(await server.current.folder.incomingFiles()).toEqual([]);
};

describe("an invalid JSON body returns 400", () => {
  const bodies: readonly [string, string | Uint8Array<ArrayBuffer>][] = [
    ["cut off", '{"name": "x"'],
    ["a comma too many", '{"name": "x",}'],
    ["single quotes", "{'name': 'x'}"],
    ["NaN", '{"name": "x", "default_min_score": NaN}'],
    ["text after the end", '{"name": "x"} and more'],
    ["a form", "name=x"],
    ["binary", new Uint8Array([0, 1, 2, 255, 254])],
    ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["UTF-16", new Uint8Array(Buffer.from('{"name":"x"}', "utf16le"))],
    ["a million open brackets", "[".repeat(1_000_000)],
    ["400,000 levels of objects", '{"a":'.repeat(400_000)],
    ["metadata of a million levels", `{"name":"x","metadata":{"a":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}}`],
    ["metadata of a thousand levels", `{"name":"x","metadata":{"a":${"[".repeat(1_000)}${"]".repeat(1_000)}}}`],
    ["filters as text of a megabyte", JSON.stringify({ name: 1, filters: "f".repeat(1_048_576) })],
    ["an empty body", ""],
  ];
  test.each(bodies)("%s", async (_what, body) => {
    const headers = { "content-type": "application/json" };
    const answer = await server.api.call("POST", "/v1/collections", { body, headers });
    expect(answer.status).toBe(400);
    expect(leakIn(answer.body.detail)).toBeUndefined();
    expect(answer.body.detail.length).toBeLessThan(300);
    expect((await server.api.call("GET", "/v1/collections/x")).status).toBe(404);
  });

  test("a key __proto__ is stored like any other key", async () => {
    const body = '{"name": "proto", "metadata": {"__proto__": {"polluted": true}, "constructor": 1}}';
    const answer = await server.api.call<Collection>("POST", "/v1/collections", { body });
    expect(answer.status).toBe(201);
    expect(answer.text).toContain('"metadata":{"__proto__":{"polluted":true},"constructor":1}');
    expect((await server.api.call("GET", "/v1/collections/proto")).text).toBe(answer.text);
  });
});

describe("names and values of a megabyte", () => {
  const megabyte = "n".repeat(1_048_576);

  test("a collection name in a body returns 400 and is not echoed", async () => {
    const answer = await server.api.call("POST", "/v1/collections", { json: { name: megabyte } });
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/^name: must be/) } });
    expect(answer.body.detail.length).toBeLessThan(300);
  });

  test("a collection name in a path returns a 4xx status", async () => {
    const answer = await sendRaw(server.api.address, [rawHead("GET", `/v1/collections/${megabyte}`, {})]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).toMatch(/\{"detail":"[^"]+","code":"[a-z_]+"\}/);
  });

  test("a body above the limit returns 413, with or without a declared length", async () => {
    const body = JSON.stringify({ name: "n".repeat(65 * 1_048_576) });
    const headers = { "content-type": "application/json" };
    expect((await server.api.call("POST", "/v1/collections", { body, headers })).status).toBe(413);
    const stream = new Blob([body]).stream();
    const answer = await fetch(`${server.api.address}/v1/collections`, {
      method: "POST",
      headers: { ...headers, authorization: "Bearer a-secret-for-tests-only" },
      body: stream,
      duplex: "half",
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(((await answer.json()) as Failure).detail).toMatch(/at most/);
  });

  test("a header of a megabyte returns 431", async () => {
    const answer = await sendRaw(server.api.address, [rawHead("GET", "/v1/collections", { "X-Big": megabyte })]);
    expect(answer.status).toBe(431);
  });

  test("a filter path of a megabyte returns 400", async () => {
    const answer = await server.api.badQuery("target", { query: "x", filters: { [megabyte]: 1 } });
    expect(answer.status).toBe(400);
    expect(answer.body.detail.length).toBeLessThan(300);
  });
});

describe("an invalid form returns 400, and stores nothing", () => {
  const forms: readonly [string, string, string][] = [
    ["no boundary", "multipart/form-data", GOOD_FILE + FORM_END],
    ["another boundary", "multipart/form-data; boundary=other", GOOD_FILE + FORM_END],
    ["no end", FORM, GOOD_FILE],
    ["cut off in the file", FORM, GOOD_FILE.slice(0, -10)],
    ["cut off in the part's headers", FORM, GOOD_FILE.slice(0, 60)],
    ["an empty body", FORM, ""],
    ["only the end", FORM, FORM_END],
    ["a part without headers", FORM, `--${BOUNDARY}\r\n\r\ncontent\r\n${FORM_END}`],
    ["a part without a name", FORM, `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\ncontent\r\n${FORM_END}`],
    ["a file without a name", FORM, formPart("file", "x", "") + FORM_END],
    ["a name of control characters", FORM, formPart("file", "x", "\u0001\u0002") + FORM_END],
    ["dots as a name", FORM, formPart("file", "x", "..") + FORM_END],
    ["two files", FORM, GOOD_FILE + GOOD_FILE + FORM_END],
    ["a hundred files", FORM, GOOD_FILE.repeat(100) + FORM_END],
    ["a hundred other files", FORM, formPart("other", "x", "o.txt").repeat(100) + GOOD_FILE + FORM_END],
    ["a thousand fields", FORM, formPart("field", "x").repeat(1_000) + GOOD_FILE + FORM_END],
    ["metadata of 2 MB", FORM, formPart("metadata", `{"a":"${"m".repeat(2_097_152)}"}`) + GOOD_FILE + FORM_END],
    ["metadata of 0 bytes", FORM, formPart("metadata", "") + GOOD_FILE + FORM_END],
    ["metadata of 0 bytes after the file", FORM, GOOD_FILE + formPart("metadata", "") + FORM_END],
    ["JSON with a form content type", FORM, '{"file": "x"}'],
  ];
  test.each(forms)("%s", async (_what, type, body) => {
    const answer = await server.api.call("POST", documentsPath("target"), { body, headers: { "content-type": type } });
    expect(answer.status).toBe(400);
    expect(leakIn(answer.body.detail)).toBeUndefined();
    await nothingIsStored();
  });

  test("an aborted upload leaves nothing behind", async () => {
    const body = formPart("file", "A line of a long file.\n".repeat(50_000), "long.txt");
    const length = String(body.length * 2);
    const head = rawHead("POST", documentsPath("target"), { "Content-Type": FORM, "Content-Length": length });
    const answer = await sendRaw(server.api.address, [head, body], { end: true });
    expect(answer.status === 0 || answer.status === 400).toBe(true);
    await expect.poll(() => server.current.folder.incomingFiles(), { timeout: 10_000 }).toEqual([]);
    await nothingIsStored();
  });
});

describe("malformed HTTP requests", () => {
  const requests: readonly [string, string][] = [
    ["noise", "\u0000\u0001\u0002\u0003\r\n\r\n"],
    ["no version", "GET /\r\n\r\n"],
    ["an unknown verb", "FETCH /v1/collections HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["two lengths", "POST /v1/collections HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    [
      "length and chunks",
      "POST /v1/collections HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a bad chunk", `${rawHead("POST", "/v1/collections", { "Transfer-Encoding": "chunked" })}zz\r\n`],
  ];
  test.each(requests)("%s: returns 4xx or closes the connection; the service stays up", async (_what, request) => {
    const answer = await sendRaw(server.api.address, [request], { end: true });
    expect(answer.status === 0 || (answer.status >= 400 && answer.status < 500)).toBe(true);
    expect((await server.api.call("GET", "/health")).status).toBe(200);
  });
});

test("a valid file still becomes ready after all broken requests", async () => {
  const document = await server.api.ingest({ collection: "target", filename: "good.txt", bytes: "The file is good." });
  expect(document.status).toBe("ready");
  expect(await server.current.folder.storedDocuments()).toEqual([document.id]);
});
