import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from "node:http2";

/** How long the calls of one connection are begun, one after the other, before others have their turn. */
const TURN_MS = 1;

type Begin = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

type Call = readonly [request: Http2ServerRequest, response: Http2ServerResponse];

/**
 * Begins the calls of HTTP/2 connections in turn. One read brings some 400 calls: begun at once, they would hold everybody
 * else up for as long as all of them take, also those that the same read gives up again. Those are never begun.
 */
export class StreamTurns {
  readonly #begin: Begin;
  readonly #waiting = new WeakMap<Http2Session, Call[]>();

  constructor(begin: Begin) {
    this.#begin = begin;
  }

  /** Begins a call when it is its turn, in the order in which its connection's calls come. */
  add(request: Http2ServerRequest, response: Http2ServerResponse): void {
    const session = request.stream.session;
    if (session === undefined) return;
    const waiting = this.#waiting.get(session);
    if (waiting !== undefined) return void waiting.push([request, response]);
    const calls: Call[] = [[request, response]];
    this.#waiting.set(session, calls);
    setImmediate(() => this.#turn(session, calls, 0));
  }

  #turn(session: Http2Session, calls: readonly Call[], from: number): void {
    const end = performance.now() + TURN_MS;
    let at = from;
    do {
      const [request, response] = calls[at]!;
      at += 1;
      if (isOpen(response)) this.#begin(request, response);
    } while (at < calls.length && performance.now() < end);
    if (at < calls.length) setImmediate(() => this.#turn(session, calls, at));
    else this.#waiting.delete(session);
  }
}

/** Undefined once it is closed, whatever the types say. */
const isOpen = ({ stream }: { readonly stream: Http2ServerResponse["stream"] | undefined }): boolean =>
  stream !== undefined && !stream.closed && !stream.destroyed;
