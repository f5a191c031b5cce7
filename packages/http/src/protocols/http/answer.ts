import { type Failure } from "../call/failure.ts";
import { failureBody, failureCode } from "../../rpc/failure-body.ts";
import { httpStatus } from "../call/http-status.ts";
import { answerBeforeBody, hasUnreadBody } from "./answer-before-body.ts";
import type { HttpCall } from "./http-call.ts";

/** Sends a JSON body, which no cache may store: any answer of the API can change at any moment. */
export function answerJson(call: HttpCall, status: number, body: string | Buffer): void {
  if (call.isDisconnected) return;
  const head = jsonHead(call, Buffer.byteLength(body));
  if (hasUnreadBody(call.request)) answerBeforeBody(call, status, head, body);
  else call.response.writeHead(status, head).end(call.isHead ? undefined : body);
}

/** Builds the headers of a JSON body of the given length. */
export const jsonHead = (call: HttpCall, length: number): string[] => [
  ...answerHead(call),
  ...["Content-Length", String(length)],
];

/** Builds the headers of a JSON body that is streamed. */
export function answerHead(call: HttpCall): string[] {
  const head = ["X-Request-Id", call.requestId, "Content-Type", "application/json", "Cache-Control", "no-store"];
  addHeaders(head, call.addedHeaders);
  return head;
}

/** Sends `{"detail": …, "code": …}` with the status of the failure's code. */
export function answerFailure(call: HttpCall, failure: Failure, headers?: ReadonlyMap<string, string>): void {
  call.failure = failure;
  for (const [name, value] of headers ?? []) call.responseHeaders.set(name, value);
  if (failure.code === "unauthenticated") call.responseHeaders.set("www-authenticate", "Bearer");
  if (failure.retryAfterSeconds !== undefined) {
    call.responseHeaders.set("retry-after", String(Math.ceil(failure.retryAfterSeconds)));
  }
  answerDetail(call, httpStatus(failure.code), failure.message, failure.code);
}

/** Sends `{"detail": …, "code": …}`; the code defaults to that of the status. */
export function answerDetail(call: HttpCall, status: number, detail: string, code = failureCode(status)): void {
  const reported = { status, detail, code, error: call.failure?.error };
  answerJson(call, status, call.failureWriter?.(reported, call.responseHeaders) ?? failureBody(status, detail, code));
}

/** Adds headers to a flat list of names and values, in the form that `writeHead` accepts. */
export function addHeaders(head: string[], headers: ReadonlyMap<string, string> | undefined): void {
  if (headers !== undefined) for (const [name, value] of headers) head.push(name, value);
}
