import type { IncomingMessage, ServerResponse } from "node:http";
import { constants, type ServerHttp2Stream } from "node:http2";
import type { HttpCall } from "./http-call.ts";

/** Size up to which the rest of a body is simply read, so that the connection stays open for the next request. */
const MAX_READ_REST_BYTES = 1_048_576;

/**
 * Limits in bytes and time for draining a rejected body. Many clients read the answer only after they have sent
 * everything; closing the connection earlier shows them a reset instead of the answer. Beyond the limits the connection
 * is closed anyway.
 */
const SWALLOW_BYTES = 256 * 1_048_576;
const SWALLOW_MS = 30_000;

/** Requests whose sender waits for `100 Continue` before it sends the body. */
const awaitingContinue = new WeakSet<IncomingMessage>();

/** Marks a request that has `Expect: 100-continue`. */
export const markAwaitingContinue = (request: IncomingMessage): void => void awaitingContinue.add(request);

/** Sends `100 Continue` if the sender waits for it. Call it before reading a body. */
export function continueBody({ request, response }: HttpCall): void {
  if (awaitingContinue.delete(request)) response.writeContinue();
}

/** Whether a large part of the body may still be unread. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  if (request.complete) return false;
  // Without a `100 Continue` the sender can omit its body, and its next request would be taken for it.
  if (awaitingContinue.has(request)) return true;
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (length !== undefined) return Number(length) > MAX_READ_REST_BYTES;
  return encoding !== undefined || (isHttp2(request) && !request.readableEnded);
}

/**
 * Answers while the client may still be sending: sends the whole answer first, then drains the rest of the body up to a
 * limit.
 */
export function answerBeforeBody(call: HttpCall, status: number, head: string[], body: string | Buffer): void {
  const { request, response } = call;
  if (isHttp2(request)) {
    response.writeHead(status, head).end(body);
    // Not closed immediately, because a reset can overtake the answer.
    swallow(request, () => closeStream(response));
    return;
  }
  response.writeHead(status, [...head, "Connection", "close"]);
  if (awaitingContinue.has(request)) {
    response.end(body);
    return;
  }
  // Node closes the connection as soon as the response ends, so the response must end after the body.
  response.write(body);
  swallow(request, () => response.end());
}

/** Drains the rest of an unwanted body up to a limit, so that its sender reads the answer. Resolves at the end. */
export const swallowBody = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (request.complete || request.destroyed || awaitingContinue.has(request)) resolve();
    else swallow(request, resolve);
  });

/**
 * Drains the rest of the body of an answered request up to a limit. If the sender continues beyond it, closes the
 * connection or the HTTP/2 stream.
 */
export async function swallowAnsweredBody({ request, response }: HttpCall): Promise<void> {
  await swallowBody(request);
  if (request.complete || request.destroyed || awaitingContinue.has(request)) return;
  if (isHttp2(request)) closeStream(response);
  else request.socket.destroySoon();
}

function swallow(request: IncomingMessage, onDrained: () => void): void {
  let remainingBytes = SWALLOW_BYTES;
  const stop = () => {
    clearTimeout(timer);
    request.off("data", count).off("end", stop).off("close", stop);
    onDrained();
  };
  const count = (chunk: Buffer) => {
    remainingBytes -= chunk.length;
    if (remainingBytes < 0) stop();
  };
  const timer = setTimeout(stop, SWALLOW_MS).unref();
  request.on("data", count).once("end", stop).once("close", stop);
  request.resume();
}

const isHttp2 = (request: IncomingMessage): boolean => request.httpVersionMajor === 2;

/** Signals an HTTP/2 sender that its answer is complete and the rest of the body is not needed. */
function closeStream(response: ServerResponse): void {
  (response as unknown as { readonly stream: ServerHttp2Stream }).stream.close(constants.NGHTTP2_NO_ERROR);
}
