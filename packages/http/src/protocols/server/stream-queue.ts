import type { Http2ServerRequest, Http2ServerResponse, Http2Session } from "node:http2";
import { nextRound, TimeSlice } from "@quarry/plugin/time-slice";

/** Time slice in which calls of one connection are started in sequence before other work runs. */
const SLICE_MS = 1;

type Begin = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

type Call = readonly [request: Http2ServerRequest, response: Http2ServerResponse];

/**
 * Starts the calls of each HTTP/2 connection in time slices. One read can bring about 400 calls: started at once, they
 * would block all other work until all of them are processed, including calls that the same read cancels again.
 * Cancelled calls are never started.
 */
export class StreamQueue {
  readonly #begin: Begin;
  readonly #waiting = new WeakMap<Http2Session, Call[]>();

  constructor(begin: Begin) {
    this.#begin = begin;
  }

  /**
   * Queues a call. It starts in the next iteration of the event loop at the earliest, after earlier calls of its
   * connection.
   */
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
    // Calls that arrive in the meantime are added to the list.
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

/** The stream is undefined once it is closed, although the types do not say so. */
const isOpen = ({ stream }: { readonly stream: Http2ServerResponse["stream"] | undefined }): boolean =>
  stream !== undefined && !stream.closed && !stream.destroyed;
