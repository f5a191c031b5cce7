import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { TargetRules } from "@quarry/events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FetchFailure } from "./fetch-failure.ts";
import { fetchPage, type FetchOptions, type PageValidators } from "./fetch-page.ts";
import { asUtf8 } from "./page-text.ts";

const MAX_BYTES = 100_000;
/**
 * Timeout for fetches that must succeed. Fetches that must time out use a short one, because their server sends
 * nothing.
 */
const PATIENT_MS = 60_000;
const HASTY_MS = 300;

const PAGE = "<html><title>Quartz</title><p>Grüße aus Zürich</p></html>";

/** Responses of the server by path. A handler that stops sending leaves the connection open. */
const ANSWERS: Readonly<Record<string, (answer: ServerResponse, request: IncomingMessage) => void>> = {
  "/page": (answer) =>
    answer
      .writeHead(200, { "content-type": 'text/HTML; Charset="UTF-8"', etag: '"v1"', "last-modified": "now" })
      .end(PAGE),
  "/to-page": (answer) => answer.writeHead(302, { location: "page" }).end(),
  "/loop": (answer) => answer.writeHead(302, { location: "/loop" }).end(),
  "/nowhere": (answer) => answer.writeHead(302).end(),
  "/to-metadata": (answer) => answer.writeHead(302, { location: "http://169.254.169.254/latest/" }).end(),
  "/to-private": (answer) => answer.writeHead(307, { location: "http://10.0.0.1/" }).end(),
  "/to-file": (answer) => answer.writeHead(301, { location: "file:///etc/passwd" }).end(),
  "/to-private-name": (answer) => answer.writeHead(302, { location: "http://inside.example/" }).end(),
  "/if-changed": (answer, { headers }) =>
    answer.writeHead(headers["if-none-match"] === '"v1"' && headers["if-modified-since"] === "now" ? 304 : 200).end(),
  "/unasked-304": (answer) => answer.writeHead(304).end(),
  "/missing": (answer) => answer.writeHead(404).end("not here"),
  "/busy": (answer) => answer.writeHead(503).end(),
  "/none": (answer) => answer.writeHead(204).end(),
  "/silent": () => undefined,
  "/slow": (answer) => answer.writeHead(200).write("begins and never ends"),
  "/short": (answer) => {
    answer.writeHead(200, { "content-length": 1_000 }).write("too short", () => answer.destroy());
  },
  "/announced": (answer) => answer.writeHead(200, { "content-length": MAX_BYTES + 1 }).write("x"),
  "/endless": (answer) => {
    const segment = Buffer.alloc(65_536, "x");
    const more = (): void =>
      void (answer.destroyed || (answer.write(segment) ? setImmediate(more) : answer.once("drain", more)));
    answer.writeHead(200);
    more();
  },
  "/headers": (answer) => answer.writeHead(200, { "x-long": "x".repeat(32_768) }).end(),
  "/gzip": (answer) => answer.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(PAGE)),
  "/deflate": (answer) => answer.writeHead(200, { "content-encoding": "deflate" }).end(deflateSync(PAGE)),
  "/brotli": (answer) => answer.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync(PAGE)),
  "/bomb": (answer) => answer.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000))),
  "/cut-gzip": (answer) => answer.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(PAGE).subarray(0, 30)),
  "/no-gzip": (answer) => answer.writeHead(200, { "content-encoding": "gzip" }).end(PAGE),
  "/packed": (answer) => answer.writeHead(200, { "content-encoding": "compress" }).end(PAGE),
  "/latin1": (answer) =>
    answer.writeHead(200, { "content-type": "text/html; charset=iso-8859-1" }).end(Buffer.from(PAGE, "latin1")),
  "/not-http": (answer) => void answer.socket!.end("SSH-2.0-OpenSSH_9.6\r\n"),
};

let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, answer) => ANSWERS[request.url ?? ""]!(answer, request)).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Rules for targets that any caller can name: no private host, except this machine for these tests. */
const RULES: TargetRules = {
  allowPrivate: false,
  allowPlain: true,
  resolve: async (hostname) => [hostname === "inside.example" ? "10.0.0.7" : "93.184.216.34"],
};

const options = (input: Partial<FetchOptions> = {}): FetchOptions => ({
  rules: RULES,
  timeoutMs: PATIENT_MS,
  maxBytes: MAX_BYTES,
  signal: new AbortController().signal,
  ...input,
});

const textOf = async (bytes: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(bytes)).toString("utf8");

const read = async (path: string, input?: Partial<FetchOptions>) => {
  const page = await fetchPage(path.startsWith("/") ? origin + path : path, options(input));
  return page === "unchanged" ? page : { ...page, text: await textOf(page.bytes) };
};

test("a page has the headers and the URL of the final response after redirects, and is decompressed", async () => {
  expect(await read("/to-page")).toMatchObject({
    text: PAGE,
    mediaType: "text/html",
    charset: "UTF-8",
    validators: { etag: '"v1"', lastModified: "now" },
    url: new URL(`${origin}/page`),
  });
  for (const path of ["/gzip", "/deflate", "/brotli"]) expect(await read(path)).toMatchObject({ text: PAGE });
});

test("a page that has not changed is reported as unchanged", async () => {
  const validators: PageValidators = { etag: '"v1"', lastModified: "now" };
  expect(await read("/if-changed", { validators })).toBe("unchanged");
  expect(await read("/if-changed", { validators: { etag: '"v0"' } })).toMatchObject({ text: "" });
});

const failures: readonly (readonly [string, RegExp, boolean])[] = [
  ["/loop", /redirects more than 5 times/, false],
  ["/nowhere", /answered 302 without the page's location/, false],
  ["/to-metadata", /169\.254\.169\.254.*whose address is link-local/, false],
  ["/to-private", /10\.0\.0\.1.*whose address is private/, false],
  ["/to-file", /scheme file:/, false],
  ["/to-private-name", /inside\.example resolves to an address that is private; nothing was sent/, false],
  ["http://inside.example/", /resolves to an address that is private/, false],
  ["/unasked-304", /answered 304/, false],
  ["/missing", /answered 404/, false],
  ["/busy", /answered 503/, true],
  ["/none", /answered 204, which is not a complete page/, false],
  ["/short", /closed the connection before the page was complete/, true],
  ["/announced", /more than 100000 bytes/, false],
  ["/endless", /more than 100000 bytes/, false],
  ["/bomb", /more than 100000 bytes/, false],
  ["/headers", /headers are too large/, false],
  ["/cut-gzip", /can't be unpacked/, false],
  ["/no-gzip", /can't be unpacked/, false],
  ["/packed", /unsupported Content-Encoding/, false],
  ["/not-http", /not valid HTTP/, false],
  ["http://127.0.0.1:1/", /the connection was refused/, true],
];
test.each(failures)("%s fails: %s", async (path, message, isPassing) => {
  const failure = await read(path).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(FetchFailure);
  expect(failure).toMatchObject({ message: expect.stringMatching(message) as string, isPassing });
});

test.each(["/silent", "/slow"])("%s fails after the page's time limit", async (path) => {
  await expect(read(path, { timeoutMs: HASTY_MS })).rejects.toThrow("took longer than 0.3 s");
});

test("a fetch ends when its caller aborts", async () => {
  const caller = new AbortController();
  const reading = read("/slow", { signal: caller.signal });
  caller.abort(new Error("the caller left"));
  await expect(reading).rejects.toThrow("the caller left");
});

test("a name that later resolves to a loopback address is rejected, and nothing is sent", async () => {
  const addresses = ["93.184.216.34", "127.0.0.1"];
  const resolve = async () => [addresses.shift() ?? "127.0.0.1"];
  await resolve();
  const failed = read(`http://rebound.example:${new URL(origin).port}/page`, { rules: { ...RULES, resolve } });
  await expect(failed).rejects.toThrow("resolves to an address that is loopback; nothing was sent");
});

test("a page is decoded in the charset that the server declares", async () => {
  const page = await fetchPage(`${origin}/latin1`, options());
  if (page === "unchanged") throw new Error("it was not asked that");
  expect(await textOf(asUtf8(page.bytes, Buffer.alloc(0), page.charset))).toBe(`\uFEFF${PAGE}`);
});
