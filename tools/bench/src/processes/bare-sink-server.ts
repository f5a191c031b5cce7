// The reference of upload-memory: node:http that writes every request body, as it comes, into the file that its
// argument names.
import { createWriteStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

const server = createServer((request, response) => {
  void pipeline(request, createWriteStream(process.argv[2]!)).then(() => response.writeHead(201).end());
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
// So that a profile of this process is written when the bench ends it.
process.on("SIGTERM", () => process.exit());
