// The reference of engine-api's single upserts: node:http and nothing else. Parses the body of every request, appends its
// first vector with what belongs to it to the file that its argument names, and answers when that is forced to the disk.
// Requests that arrive while the disk is at work are written together.
import { open } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Entry {
  readonly id: string;
  readonly embedding: readonly number[];
  readonly text: string;
  readonly metadata: unknown;
}

const ANSWER = JSON.stringify({ status: "ok", upserted: 1 });
const HEAD = { "content-type": "application/json", "content-length": Buffer.byteLength(ANSWER) };

const file = await open(process.argv[2]!, "a");
let records: Uint8Array[] = [];
let waiting: ServerResponse[] = [];
let isWriting = false;

const writeTogether = async (): Promise<void> => {
  isWriting = true;
  while (waiting.length > 0) {
    const [group, written] = [waiting, records];
    [waiting, records] = [[], []];
    await file.writev(written);
    await file.datasync();
    for (const response of group) response.writeHead(200, HEAD).end(ANSWER);
  }
  isWriting = false;
};

const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { vectors } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly vectors: readonly Entry[] };
    const { embedding, ...rest } = vectors[0]!;
    const numbers = new Float32Array(embedding);
    records.push(Buffer.from(JSON.stringify(rest)), new Uint8Array(numbers.buffer));
    waiting.push(response);
    if (!isWriting) void writeTogether();
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
// So that a profile of this process is written when the bench ends it.
process.on("SIGTERM", () => process.exit());
