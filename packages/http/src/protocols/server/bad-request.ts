import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { failureBody } from "../../rpc/failure-body.ts";
import { requestIdOf } from "../call/request-id.ts";

interface ParserError extends Error {
  readonly code?: string;
}

/**
 * Answers input that Node's HTTP parser rejected, which never becomes a request, in the format of every other failure.
 */
export function answerUnparsable(error: ParserError, socket: Duplex): void {
  // A second answer would corrupt one that is being sent on the connection.
  const current = (socket as { readonly _httpMessage?: { readonly headersSent: boolean } })._httpMessage;
  if (error.code === "ECONNRESET" || !socket.writable || current?.headersSent === true) return void socket.destroy();
  const [status, detail] = reasonOf(error);
  const body = failureBody(status, detail);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-Id: ${requestIdOf(undefined)}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function reasonOf(error: ParserError): readonly [status: number, detail: string] {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return [431, "The request line and headers are too long: they must be at most 16 KB together"];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [408, "The request did not arrive in time"];
    default:
      return [400, "The request is not valid HTTP"];
  }
}

/** Returns the problem of a request's `Host` header, or undefined if it is valid. */
export function hostProblem(request: IncomingMessage): string | undefined {
  if (request.httpVersionMajor !== 1) return undefined;
  const hosts = hostHeaders(request);
  if (hosts > 1) return `Host: must be given once, got it ${hosts} times`;
  return hosts === 0 && request.httpVersion === "1.1" ? "Host: is required" : undefined;
}

/**
 * Counts the `Host` headers. Node keeps the first of several: a proxy that uses the last would have routed the request
 * to another server.
 */
function hostHeaders({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}
