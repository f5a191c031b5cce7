// The reference of sse-streams: node:http and nothing else. GET opens a stream, with a comment every 15 s as the service
// sends it; POST sends its body as an event to all streams and ends them.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const HEARTBEAT_MS = 15_000;

const streams = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write('data: {"step":"parsing","status":"in_progress","message":"waiting","progress":25}\n\n');
    const heartbeat = setInterval(() => response.write(": keep-alive\n\n"), HEARTBEAT_MS).unref();
    streams.add(response);
    response.once("close", () => {
      clearInterval(heartbeat);
      streams.delete(response);
    });
    return;
  }
  let event = "";
  request.setEncoding("utf8").on("data", (text: string) => (event += text));
  request.on("end", () => {
    for (const stream of streams) stream.end(`data: ${event}\n\n`);
    response.writeHead(200, { "content-length": 2 }).end("ok");
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
// So that a profile of this process is written when the bench ends it.
process.on("SIGTERM", () => process.exit());
