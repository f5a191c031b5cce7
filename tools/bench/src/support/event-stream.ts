import { connect } from "node:net";

/** End of an event stream. */
export interface StreamEnd {
  readonly lastEvent: string | undefined;
  /** Arrival time of the last event, in epoch milliseconds with fractions. */
  readonly lastEventAt: number;
  /** Whether the response ended as HTTP requires, rather than by a broken connection. */
  readonly isClean: boolean;
}

/** A server-sent event stream, read with minimal overhead. */
export interface EventStream extends Disposable {
  /** Resolves with the first event. */
  readonly standing: Promise<void>;
  readonly ended: Promise<StreamEnd>;
}

const LAST_CHUNK = "0\r\n\r\n";

export const openStream = (port: number, request: Buffer): EventStream => {
  const socket = connect(port, "127.0.0.1", () => socket.write(request));
  let text = "";
  let lastEventAt = 0;
  const standing = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<StreamEnd>();
  const end = (isClean: boolean): void => {
    ended.resolve({ lastEvent: text.match(/data: .*/g)?.at(-1), lastEventAt, isClean });
    socket.destroy();
  };
  socket.setEncoding("utf8").on("data", (part: string) => {
    text += part;
    if (part.includes("data: ")) {
      lastEventAt = performance.timeOrigin + performance.now();
      standing.resolve();
    }
    if (text.endsWith(LAST_CHUNK)) end(true);
  });
  socket.once("error", (error) => standing.reject(error));
  socket.once("close", () => {
    standing.reject(new Error(`a stream ended without an event:\n${text}`));
    end(false);
  });
  return { standing: standing.promise, ended: ended.promise, [Symbol.dispose]: () => void socket.destroy() };
};
