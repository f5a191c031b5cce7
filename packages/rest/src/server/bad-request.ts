import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { requestIdOf } from "../call/request-id.ts";

interface ParserError extends Error {
  readonly code?: string;
}

/** Answers what Node's HTTP parser refused, which never becomes a request, in the shape of every other failure. */
export function answerUnparsable(error: ParserError, socket: Duplex): void {
  // With an answer under way on the connection another one would garble it.
  const current = (socket as { readonly _httpMessage?: { readonly headersSent: boolean } })._httpMessage;
  if (error.code === "ECONNRESET" || !socket.writable || current?.headersSent === true) return void socket.destroy();
  const [status, detail] = reasonOf(error);
  const body = JSON.stringify({ detail });
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
