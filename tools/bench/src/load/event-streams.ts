import { connect, type Socket } from "node:net";
import { requestBytes } from "./http-connection.ts";

/** Connections opened at a time: a listen queue holds no more of them for sure. */
const OPENED_AT_ONCE = 50;

interface Stream {
  readonly socket: Socket;
  /** The first event is there. */
  readonly standing: Promise<void>;
  readonly ended: Promise<StreamEnd>;
}

/** How a stream ended. */
export interface StreamEnd {
  /** Its last event; undefined when there was none. */
  readonly lastEvent: string | undefined;
  /** When the last event came, in epoch milliseconds with fractions. */
  readonly lastEventAt: number;
  /** Whether the answer was ended as HTTP wants it, and not cut off. */
  readonly isClean: boolean;
}

/** Many server-sent event streams, read with next to no cost of their own. */
export class EventStreams implements Disposable {
  readonly #streams: readonly Stream[];

  private constructor(streams: readonly Stream[]) {
    this.#streams = streams;
  }

  /** Opens them and waits until each has its first event. */
  static async open(
    port: number,
    paths: readonly string[],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EventStreams> {
    const streams: Stream[] = [];
    for (let start = 0; start < paths.length; start += OPENED_AT_ONCE) {
      const opened = paths
        .slice(start, start + OPENED_AT_ONCE)
        .map((path) => openStream(port, requestBytes("GET", path, headers)));
      await Promise.all(opened.map(({ standing }) => standing));
      streams.push(...opened);
    }
    return new EventStreams(streams);
  }

  /** Resolves when all have ended. */
  ended(): Promise<readonly StreamEnd[]> {
    return Promise.all(this.#streams.map(({ ended }) => ended));
  }

  [Symbol.dispose](): void {
    for (const { socket } of this.#streams) socket.destroy();
  }
}

const LAST_CHUNK = "0\r\n\r\n";

const openStream = (port: number, request: Buffer): Stream => {
  const socket = connect(port, "127.0.0.1", () => socket.write(request));
  let text = "";
  let lastEventAt = 0;
  const standing = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<StreamEnd>();
  const end = (isClean: boolean) => {
    ended.resolve({
      lastEvent: text
        .match(/data: .*/g)
        ?.at(-1)
        ?.slice("data: ".length),
      lastEventAt,
      isClean,
    });
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
    standing.reject(new Error(`the stream ended without an event:\n${text}`));
    end(false);
  });
  return { socket, standing: standing.promise, ended: ended.promise };
};
