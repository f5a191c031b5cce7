import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PARSER_LIMITS, ParserError, type ParserEvent } from "@quarry/plugin";
import { Schema } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import plugin from "../src/index.ts";
import { EPUB, RTF } from "./files/documents.ts";

let folder: string;
const services: Server[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parser-tika-"));
});
afterEach(async () => {
  for (const service of services.splice(0)) {
    service.closeAllConnections();
    service.close();
  }
  await rm(folder, { recursive: true });
});

/** Starts a server in Tika's place that fails in ways that a real one seldom does. */
const serve = async (listener: RequestListener): Promise<string> => {
  const service = createServer(listener).listen(0, "127.0.0.1");
  services.push(service);
  await once(service, "listening");
  return `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
};
const answering = (status: number, body = "", headers = {}): Promise<string> =>
  serve((request, response) => {
    request.resume().on("end", () => response.writeHead(status, headers).end(body));
  });

const outcome = async (url: string, more = {}, bytes: Uint8Array = RTF, fileType = "rtf") => {
  const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)({ url, ...more }));
  const path = join(folder, "file");
  await writeFile(path, bytes);
  const events: ParserEvent[] = [];
  const source = { path, size: bytes.length, filename: `a.${fileType}`, fileType };
  try {
    for await (const event of parser.parse(source, DEFAULT_PARSER_LIMITS)) events.push(event);
    return { events };
  } catch (error) {
    if (!(error instanceof ParserError)) throw error;
    return { events, reason: error.reason, message: error.message };
  }
};

test.each([
  [204, "empty"],
  [413, "limit"],
  [415, "wrong_type"],
  [422, "corrupt"],
  [500, "corrupt"],
  [302, "unavailable"],
  [401, "unavailable"],
  [404, "unavailable"],
  [429, "unavailable"],
  [503, "unavailable"],
])("a response with status %d is reported as %s", async (status, reason) => {
  expect(await outcome(await answering(status, "", { location: "http://127.0.0.1:1/" }))).toMatchObject({ reason });
});

test("an unreachable, interrupted, slow or foreign service is reported as unavailable", async () => {
  const gone = await outcome("http://127.0.0.1:1");
  expect(gone).toMatchObject({ reason: "unavailable" });
  expect(gone.message).toContain("127.0.0.1:1");
  const breaking = await serve((request, response) => {
    request.resume().on("end", () => response.write("<html><head>", () => response.destroy()));
  });
  expect(await outcome(breaking)).toMatchObject({ reason: "unavailable" });
  const slow = await outcome(await serve(() => {}), { timeoutSeconds: 1 });
  expect(slow).toMatchObject({ reason: "unavailable" });
  expect(slow.message).toContain("timeoutSeconds");
  for (const body of ["", "hello", "<html><body><p>A login page.</p></body></html>"]) {
    expect(await outcome(await answering(200, body))).toMatchObject({
      reason: "unavailable",
      events: expect.any(Array),
    });
  }
});

test("the file is sent unchanged, with the headers of the settings", async () => {
  const received: Buffer[] = [];
  let sent: Record<string, unknown> = {};
  const url = await serve((request, response) => {
    sent = {
      method: request.method,
      url: request.url,
      length: request.headers["content-length"],
      key: request.headers["x-key"],
    };
    request.on("data", (part: Buffer) => received.push(part));
    request.on("end", () => {
      response.end(
        '<html><head><meta name="Content-Type" content="application/rtf"/></head><body><p>read</p></body></html>',
      );
    });
  });
  const { events } = await outcome(`${url}/`, { headers: { "X-Key": "secret" } });
  expect(events).toContainEqual({ type: "block", block: { kind: "paragraph", text: "read" } });
  expect(events.some(({ type }) => type === "uncounted_time")).toBe(true);
  expect(Buffer.concat(received)).toEqual(RTF);
  expect(sent).toEqual({ method: "PUT", url: "/tika", length: String(RTF.length), key: "secret" });
});

test("a file whose content contradicts its name is not sent, or its content is not read", async () => {
  let requests = 0;
  const url = await serve((request, response) => {
    requests += 1;
    const head = '<head><meta name="Content-Type" content="application/zip"/></head>';
    request.resume().on("end", () => response.end(`<html>${head}<body><p>an entry</p></body></html>`));
  });
  expect(await outcome(url, {}, EPUB, "rtf")).toMatchObject({
    reason: "wrong_type",
    message: expect.stringContaining("a ZIP archive"),
  });
  expect(requests).toBe(0);
  const opened = await outcome(url, {}, EPUB, "epub");
  expect(opened).toMatchObject({ reason: "wrong_type" });
  expect(opened.events.filter(({ type }) => type === "block")).toEqual([]);
});
