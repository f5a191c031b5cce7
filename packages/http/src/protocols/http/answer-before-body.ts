import type { IncomingMessage, ServerResponse } from "node:http";
import { constants, type ServerHttp2Stream } from "node:http2";
import type { HttpCall } from "./http-call.ts";

/** Up to this size the rest of a body is simply read, and the connection stays open for the next request. */
const READ_ON_BYTES = 1_048_576;

/**
 * How much of a refused body is swallowed, and for how long. Many clients read the answer only when they have sent all
 * they have; a connection closed under them shows as a reset in place of the answer. Beyond this we give up on them.
 */
const SWALLOW_BYTES = 256 * 1_048_576;
const SWALLOW_MS = 30_000;

/** Requests whose sender waits for `100 Continue` before it sends the body. */
const awaitingContinue = new WeakSet<IncomingMessage>();

/** Marks a request with `Expect: 100-continue`. */
export const markAwaitingContinue = (request: IncomingMessage): void => void awaitingContinue.add(request);

/** Tells the sender to go on, if it waits for that. Call it before reading a body. */
export function continueBody({ request, response }: HttpCall): void {
  if (awaitingContinue.delete(request)) response.writeContinue();
}

/** Whether much of the body may be still to come. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  if (request.complete) return false;
  // Without a `100 Continue` the sender may leave its body out, and what comes next would be taken for it.
  if (awaitingContinue.has(request)) return true;
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (length !== undefined) return Number(length) > READ_ON_BYTES;
  return encoding !== undefined || (isHttp2(request) && !request.readableEnded);
}

/** Answers while the sender may be still sending: the whole answer first, then a bounded rest of the body is read. */
export function answerBeforeBody(call: HttpCall, status: number, head: string[], body: string | Buffer): void {
  const { request, response } = call;
  if (isHttp2(request)) {
    response.writeHead(status, head).end(body);
    // Not closed at once, because a reset may overtake the answer.
    swallow(request, () => closeStream(response));
    return;
  }
  response.writeHead(status, [...head, "Connection", "close"]);
  if (awaitingContinue.has(request)) {
    response.end(body);
    return;
  }
  // Node closes the connection as soon as the response has ended, so the end has to wait for the body's.
  response.write(body);
  swallow(request, () => response.end());
}

/** Reads a bounded rest of a body that is not wanted, so that its sender gets to the answer. Resolves at its end. */
export const swallowBody = (request: IncomingMessage): Promise<void> =>
  new Promise((done) => {
    if (request.complete || request.destroyed || awaitingContinue.has(request)) done();
    else swallow(request, done);
  });

/**
 * Reads a bounded rest of the body of a request that has its answer, then ends the connection, or the HTTP/2 stream, of a
 * sender who goes on.
 */
export async function swallowAnsweredBody({ request, response }: HttpCall): Promise<void> {
  await swallowBody(request);
  if (request.complete || request.destroyed || awaitingContinue.has(request)) return;
  if (isHttp2(request)) closeStream(response);
  else request.socket.destroySoon();
}

function swallow(request: IncomingMessage, done: () => void): void {
  let left = SWALLOW_BYTES;
  const stop = () => {
    clearTimeout(timer);
    request.off("data", count).off("end", stop).off("close", stop);
    done();
  };
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) stop();
  };
  const timer = setTimeout(stop, SWALLOW_MS).unref();
  request.on("data", count).once("end", stop).once("close", stop);
  request.resume();
}

const isHttp2 = (request: IncomingMessage): boolean => request.httpVersionMajor === 2;

/** Tells an HTTP/2 sender that its answer is complete and the rest of the body is not wanted. */
function closeStream(response: ServerResponse): void {
  (response as unknown as { readonly stream: ServerHttp2Stream }).stream.close(constants.NGHTTP2_NO_ERROR);
}
