// Reference servers with node:http only, in a separate process.
import { appendFileSync, createWriteStream, readFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { ChildServer } from "@quarry/services/kit";

const PROGRAM = fileURLToPath(import.meta.url);

/** Answers every request with the head and body in the file. */
const answer = (file: string): RequestListener => {
  const { status, head, body } = JSON.parse(readFileSync(file, "utf8"));
  return (_request, response) => void response.writeHead(status, head).end(body);
};

/** Writes every body to the file in streaming mode. */
const sink =
  (file: string): RequestListener =>
  (request, response) =>
    void pipeline(request, createWriteStream(file)).then(() => response.writeHead(201).end());

/** Writes every body to the file, replaces the previous one, and responds after fsync. */
const store =
  (file: string): RequestListener =>
  (request, response) =>
    void pipeline(request, createWriteStream(`${file}.new`, { flush: true })).then(async () => {
      await rename(`${file}.new`, file);
      response.writeHead(201, { "content-length": 0 }).end();
    });

/**
 * Opens a stream on GET, with a comment every 15 s as in the service. POST sends an event to all streams and ends them.
 */
const events = (): RequestListener => {
  const streams = new Set<ServerResponse>();
  return (request, response) => {
    if (request.method === "GET") {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write('data: {"step":"parsing","status":"in_progress","message":"waiting","progress":25}\n\n');
      const heartbeat = setInterval(() => response.write(": keep-alive\n\n"), 15_000).unref();
      streams.add(response);
      response.once("close", () => {
        clearInterval(heartbeat);
        streams.delete(response);
      });
      return;
    }
    const event = JSON.stringify({ step: "complete", status: "completed", message: "ready", progress: 100 });
    for (const stream of streams) stream.end(`data: ${event}\n\n`);
    response.writeHead(200, { "content-length": 2 }).end("ok");
  };
};

/**
 * Parses every body, appends its vectors and their data to the file, and responds after fsync. Requests that arrive
 * during an fsync are written together (group commit).
 */
const upsert = async (file: string): Promise<RequestListener> => {
  appendFileSync(file, "");
  const target = await open(file, "a");
  let records: Uint8Array[] = [];
  let waiting: ServerResponse[] = [];
  let isWriting = false;
  const writeTogether = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const [group, written] = [waiting, records];
      [waiting, records] = [[], []];
      await target.writev(written);
      await target.datasync();
      const body = JSON.stringify({ status: "ok" });
      for (const response of group) response.writeHead(200, { "content-length": body.length }).end(body);
    }
    isWriting = false;
  };
  return (request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { vectors } = JSON.parse(Buffer.concat(parts).toString()) as { vectors: { embedding: number[] }[] };
      for (const { embedding, ...rest } of vectors) {
        records.push(Buffer.from(JSON.stringify(rest)), new Uint8Array(new Float32Array(embedding).buffer));
      }
      waiting.push(response);
      if (!isWriting) void writeTogether();
    });
  };
};

const KINDS = { answer, sink, store, events, upsert };

/** Starts a reference server; all except `events` use a file. */
export const startBare = (kind: keyof typeof KINDS, file = ""): Promise<ChildServer> =>
  new ChildServer({ command: [PROGRAM, kind, file] }).listening();

if (process.argv[1] === PROGRAM) {
  const [kind, file] = process.argv.slice(2) as [keyof typeof KINDS, string];
  // Persistent connections must survive the rounds in which the other side is measured.
  const server = createServer({ keepAliveTimeout: 75_000 }, await KINDS[kind](file));
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  // Exits cleanly, so that a profile is written.
  process.on("SIGTERM", () => process.exit());
}
