// The reference of rest-overhead: node:http and nothing else. Answers every request with the head and body in the file
// that its argument names.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface BareAnswer {
  readonly status: number;
  /** Names and values in turn, as `writeHead` takes them. */
  readonly head: readonly string[];
  readonly body: string;
}

const { status, head, body } = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as BareAnswer;
const server = createServer({ keepAliveTimeout: 75_000 }, (_request, response) =>
  response.writeHead(status, [...head]).end(body),
);
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
// So that a profile of this process is written when the bench ends it.
process.on("SIGTERM", () => process.exit());
