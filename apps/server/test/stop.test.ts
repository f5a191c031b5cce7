import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { type AddressInfo, connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { documentsPath } from "./harness/api.ts";
import { DataFolder } from "./harness/data-folder.ts";
import { type Environment, TestServer } from "./harness/test-server.ts";
import { recovered } from "./harness/recovered.ts";
import { until } from "./harness/until.ts";

const PARSER = fileURLToPath(new URL("./parsers/wild-parser.ts", import.meta.url));

const GRACE_SECONDS = 8;

/**
 * Milliseconds that a busy machine may add to starts of threads and processes: far below the failure, which takes more
 * than twice the grace period.
 */
const PATIENCE_MS = 7_000;

const opened: { close(): unknown }[] = [];
let server: TestServer | undefined;

afterEach(async () => {
  for (const { close } of opened.splice(0)) close();
  await server?.dispose();
  server = undefined;
});

/** Starts a provider that accepts every call, counts it, and never answers. */
const silentProvider = async (): Promise<{ readonly url: string; readonly calls: () => number }> => {
  let calls = 0;
  const provider: Server = createServer(() => (calls += 1)).listen(0, "127.0.0.1");
  await once(provider, "listening");
  opened.push({ close: () => (provider.closeAllConnections(), provider.close()) });
  return { url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`, calls: () => calls };
};

/** Starts a server whose .txt files are read by a parser that follows the instructions in them. */
const start = async (environment: Environment = {}): Promise<TestServer> => {
  const folder = await DataFolder.make();
  const config = folder.file("quarry.config.json");
  await writeFile(config, JSON.stringify({ parsers: { txt: { plugin: PARSER } } }));
  const settings = { SERVICE_CONFIG: config, SERVICE_SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS), ...environment };
  server = await TestServer.start(settings, folder);
  return server;
};

/** Requests a stop. Returns how the server ended, and whether in time. */
const stopOf = async (stopped: TestServer): Promise<{ readonly code: number | null; readonly isInTime: boolean }> => {
  const began = performance.now();
  const { code } = await stopped.stop();
  return { code, isInTime: performance.now() - began < GRACE_SECONDS * 1_000 + PATIENCE_MS };
};

const socketTo = async ({ api }: TestServer): Promise<Socket> => {
  const { port, hostname } = new URL(api.address);
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  await once(socket, "connect");
  opened.push({ close: () => socket.destroy() });
  return socket;
};

const headersOf = (target: string, { secret }: TestServer, more: readonly string[]): string =>
  [`${target} HTTP/1.1`, "Host: localhost", `Authorization: Bearer ${secret}`, ...more, "", ""].join("\r\n");

/** Sends half of an upload and withholds the rest. */
const halfAnUpload = async (to: TestServer, collection: string): Promise<void> => {
  const socket = await socketTo(to);
  const type = "Content-Type: multipart/form-data; boundary=x";
  socket.write(headersOf(`POST ${documentsPath(collection)}`, to, [type, "Content-Length: 5000000"]));
  socket.write('--x\r\nContent-Disposition: form-data; name="file"; filename="half.txt"\r\n\r\nThe first half');
};

/** Opens a gRPC health stream, which never ends by itself. */
const watchHealth = async ({ api }: TestServer): Promise<void> => {
  const session = connectHttp2(api.address).on("error", () => undefined);
  opened.push({ close: () => session.destroy() });
  const stream = session
    .request({ ":method": "POST", ":path": "/grpc.health.v1.Health/Watch", "content-type": "application/grpc" })
    .on("error", () => undefined);
  stream.end(Buffer.from([0, 0, 0, 0, 0]));
  await once(stream, "data");
};

describe("a stop ends within the grace period and with exit code 0", () => {
  test("while parsers, uploads, streams and provider calls are all in progress", async () => {
    const provider = await silentProvider();
    const current = await start({
      OPENAI_BASE_URL: provider.url,
      SERVICE_PARSE_TIMEOUT_SECONDS: "600",
      SERVICE_INGEST_CONCURRENCY: "4",
    });
    const { api } = current;
    await api.createCollection("wild");
    await api.createCollection("silent", {
      embedding_provider: "provider_a",
      embedding_model: "text-embedding-3-small",
      embedding_api_key: "no-key-at-all",
    });
    // One parser that waits, one that keeps its process busy, and texts and a query that wait for their vectors.
    for (const text of ["wait", "hang"]) {
      await api.upload({ collection: "wild", filename: `${text}.txt`, bytes: text });
    }
    const { id } = await api.upload({
      collection: "silent",
      filename: "a.md",
      bytes: "Herons stand in shallow water.",
    });
    const query = api
      .call("POST", "/v1/collections/silent/query", { json: { query: "herons" } })
      .catch(() => undefined);
    const progress = await api.fetch("GET", `${documentsPath("silent")}/${id}/progress`);
    const reading = progress.text().catch(() => undefined);
    await halfAnUpload(current, "wild");
    await watchHealth(current);
    await socketTo(current);
    await until("the provider to be asked", async () => (provider.calls() >= 1 ? true : undefined));
    await until("documents to be read", async () => {
      const documents = await api.documents("wild");
      return documents.filter(({ status }) => status === "processing").length === 2 ? true : undefined;
    });
    expect(await stopOf(current)).toEqual({ code: 0, isInTime: true });
    await Promise.all([query, reading]);
    await current.startAgain();
    // Returned to the queue, not lost: no lease had to be released.
    expect(await recovered(current)).toMatchObject({ released: 0 });
  });
});
