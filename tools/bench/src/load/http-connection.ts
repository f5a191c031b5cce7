import { connect, type Socket } from "node:net";

export interface RawAnswer {
  readonly status: number;
  /** Names and values in turn, as they came. */
  readonly head: readonly string[];
  readonly body: Buffer;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * One keep-alive HTTP/1.1 connection that sends a prepared request and waits for its answer. Far cheaper than
 * `node:http` as a client: what the caller costs would stand in the latency of everything that is measured through it.
 */
export class HttpConnection implements Disposable {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  /** Bytes of the whole answer; 0 while its head is not complete. */
  #expected = 0;
  #headLength = 0;
  #resolve: ((answer: Buffer) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    socket.on("error", (error) => this.#reject?.(error));
    socket.on("close", () => this.#reject?.(new Error("the server closed the connection")));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.off("error", reject);
        resolve(new HttpConnection(socket));
      }).once("error", reject);
    });
  }

  /** Sends a request as `requestBytes` made it; one at a time. Gives the answer unread. */
  exchange(request: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      // Its "close" was told to nobody: between two calls nobody waits.
      if (this.#socket.destroyed) return reject(new Error("the server closed the connection while it was idle"));
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  /** As `exchange`, with the answer taken apart; throws unless its status is 2xx. */
  async fetch(request: Buffer): Promise<RawAnswer> {
    const answer = parseAnswer(await this.exchange(request));
    if (answer.status < 200 || answer.status > 299) throw new Error(`${answer.status}: ${answer.body.toString()}`);
    return answer;
  }

  [Symbol.dispose](): void {
    this.#reject = undefined;
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    if (this.#expected === 0) this.#readHead();
    if (this.#expected === 0 || this.#received.length < this.#expected) return;
    const answer = this.#received;
    this.#received = Buffer.alloc(0);
    this.#expected = 0;
    this.#resolve?.(answer);
  }

  #readHead(): void {
    this.#headLength = this.#received.indexOf(HEAD_END);
    if (this.#headLength < 0) return;
    const head = this.#received.toString("latin1", 0, this.#headLength);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) this.#reject?.(new Error(`an answer without Content-Length:\n${head}`));
    this.#expected = this.#headLength + HEAD_END.length + Number(length ?? 0);
  }
}

/** The bytes of a request. */
export const requestBytes = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = "",
): Buffer => {
  const all = { host: "127.0.0.1", ...headers, ...(body !== "" && { "content-length": Buffer.byteLength(body) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
};

const parseAnswer = (bytes: Buffer): RawAnswer => {
  const headEnd = bytes.indexOf(HEAD_END);
  const [statusLine = "", ...lines] = bytes.toString("latin1", 0, headEnd).split("\r\n");
  const head = lines.flatMap((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(" ")[1]), head, body: bytes.subarray(headEnd + HEAD_END.length) };
};
