import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from "node:http2";
import { nextRound, TimeSlice } from "@quarry/plugin/time-slice";

/** Time slice in which calls of one connection are begun, one after the other, before others run. */
const SLICE_MS = 1;

type Begin = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

type Call = readonly [request: Http2ServerRequest, response: Http2ServerResponse];

/**
 * Begins the calls of each HTTP/2 connection in time slices. One read brings some 400 calls: begun at once, they would hold
 * everybody else up for as long as all of them take, also those that the same read gives up again. Those are never begun.
 */
export class StreamQueue {
  readonly #begin: Begin;
  readonly #waiting = new WeakMap<Http2Session, Call[]>();

  constructor(begin: Begin) {
    this.#begin = begin;
  }

  /** Begins a call in the next round of the event loop at the earliest, after those of its connection that came before it. */
  add(request: Http2ServerRequest, response: Http2ServerResponse): void {
    const session = request.stream.session;
    if (session === undefined) return;
    const waiting = this.#waiting.get(session);
    if (waiting !== undefined) return void waiting.push([request, response]);
    const calls: Call[] = [[request, response]];
    this.#waiting.set(session, calls);
    void this.#beginAll(session, calls);
  }

  async #beginAll(session: Http2Session, calls: readonly Call[]): Promise<void> {
    await nextRound();
    const slice = new TimeSlice(SLICE_MS);
    // Calls that come meanwhile are added to the list.
    for (const [request, response] of calls) {
      if (slice.isOver) {
        await nextRound();
        slice.restart();
      }
      if (isOpen(response)) this.#begin(request, response);
    }
    this.#waiting.delete(session);
  }
}

/** Undefined once it is closed, whatever the types say. */
const isOpen = ({ stream }: { readonly stream: Http2ServerResponse["stream"] | undefined }): boolean =>
  stream !== undefined && !stream.closed && !stream.destroyed;
