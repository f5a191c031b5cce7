/** An answer over HTTP/2, as Node's clients give it. */
interface Answer {
  readonly errored: Error | null;
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  read(): Uint8Array | null;
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

/**
 * Gives an HTTP/2 answer an async iterator that delivers what arrived even if it is read after the stream closed.
 * Node's own throws ERR_STREAM_PREMATURE_CLOSE then, since 24.20 and 26.3 (nodejs/node#65677), and a busy process
 * reads late.
 */
export const readableLate = <A extends Answer>(stream: A): A =>
  Object.assign(stream, { [Symbol.asyncIterator]: () => chunksOf(stream) });

async function* chunksOf(stream: Answer): AsyncGenerator<Uint8Array, undefined> {
  for (;;) {
    const chunk = stream.read();
    if (chunk !== null) yield chunk;
    else if (stream.errored !== null) throw stream.errored;
    else if (stream.readableEnded || stream.destroyed) return;
    else await nextEvent(stream);
  }
}

const EVENTS = ["readable", "end", "error", "close"] as const;

const nextEvent = (stream: Answer): Promise<void> =>
  new Promise((resolve) => {
    const happened = () => {
      for (const event of EVENTS) stream.off(event, happened);
      resolve();
    };
    for (const event of EVENTS) stream.on(event, happened);
  });
