// Receivers of the bench webhook-deliveries: every path but /hang is answered 204 when the body is read; that one never.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// Kept connections outlive the rounds in which the other side is measured.
const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  const isHanging = request.url === "/hang";
  request.resume().on("end", () => {
    if (!isHanging) response.writeHead(204).end();
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
// So that a profile of this process is written when the bench ends it.
process.on("SIGTERM", () => process.exit());
