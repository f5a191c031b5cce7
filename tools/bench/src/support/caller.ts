import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export interface RawAnswer {
  readonly status: number;
  /** Names and values alternately, as received. */
  readonly head: readonly string[];
  readonly body: Buffer;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const BOUNDARY = "quarry-bench-boundary";
const POLL_MS = 25;

/**
 * Persistent HTTP/1.1 connection, reopened when the server has closed it. Far cheaper than `fetch`: the caller's cost
 * would add to every measured latency.
 */
export class Caller implements Disposable {
  readonly #port: number;
  readonly #authorization: string | undefined;
  #socket: Socket | undefined;
  #received: Buffer = Buffer.alloc(0);
  #resolve: ((answer: Buffer) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  constructor({ port, authorization }: { readonly port: number; readonly authorization?: string }) {
    this.#port = port;
    this.#authorization = authorization;
  }

  /** Encodes a request that can be sent many times. A body that is not a string is sent as JSON. */
  request(method: string, path: string, body?: unknown, type = "application/json"): Buffer {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const lines = [
      `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1`,
      ...(this.#authorization === undefined ? [] : [`authorization: ${this.#authorization}`]),
      ...(text === undefined ? [] : [`content-type: ${type}`, `content-length: ${Buffer.byteLength(text)}`]),
    ];
    return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${text ?? ""}`);
  }

  /** Sends a request, one at a time. Returns the unparsed response. */
  send(request: Buffer): Promise<Buffer> {
    if (this.#socket === undefined || this.#socket.destroyed) this.#connect();
    return new Promise((resolve, reject) => {
      [this.#resolve, this.#reject] = [resolve, reject];
      this.#socket!.write(request);
    });
  }

  /** Sends a request like `send`, and parses the response. Throws unless its status is 2xx. */
  async fetch(request: Buffer): Promise<RawAnswer> {
    const bytes = await this.send(request);
    const headEnd = bytes.indexOf(HEAD_END);
    const [statusLine = "", ...lines] = bytes.toString("latin1", 0, headEnd).split("\r\n");
    const head = lines.flatMap((line) => /^([^:]+):\s*(.*)$/.exec(line)?.slice(1) ?? []);
    const answer = { status: Number(statusLine.split(" ")[1]), head, body: bytes.subarray(headEnd + HEAD_END.length) };
    if (answer.status < 200 || answer.status > 299) throw new Error(`${answer.status}: ${answer.body.toString()}`);
    return answer;
  }

  async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return JSON.parse((await this.fetch(this.request(method, path, body))).body.toString()) as Answer;
  }

  /** Uploads a text as a file of a collection, with further form fields. Returns the document's id. */
  async upload(
    collection: string,
    filename: string,
    text: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const parts = [...Object.entries(fields), [`file"; filename="${filename}`, text]];
    const bodies = parts.map(([name, body]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${body}\r\n`);
    const form = `${bodies.map((body) => `--${BOUNDARY}\r\n${body}`).join("")}--${BOUNDARY}--\r\n`;
    const path = `/v1/collections/${collection}/documents`;
    const answer = await this.fetch(this.request("POST", path, form, `multipart/form-data; boundary=${BOUNDARY}`));
    return (JSON.parse(answer.body.toString()) as { readonly id: string }).id;
  }

  /** Uploads documents and waits until all are ready. Returns the seconds. */
  async ingest(collection: string, texts: readonly string[]): Promise<number> {
    const started = performance.now();
    const ids: string[] = [];
    for (const text of texts) ids.push(await this.upload(collection, `document-${ids.length}.md`, text));
    for (const id of ids) await this.untilReady(collection, id);
    return (performance.now() - started) / 1_000;
  }

  async untilReady(collection: string, id: string): Promise<void> {
    for (;;) {
      const path = `/v1/collections/${collection}/documents/${id}`;
      const { status, error_message } = await this.call<{ status: string; error_message: string }>("GET", path);
      if (status === "ready") return;
      if (status === "failed") throw new Error(`document ${id} failed: ${error_message}`);
      await pause(POLL_MS);
    }
  }

  [Symbol.dispose](): void {
    this.#reject = undefined;
    this.#socket?.destroy();
  }

  #connect(): void {
    const socket = connect(this.#port, "127.0.0.1").setNoDelay(true);
    this.#socket = socket;
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    socket.on("error", (error) => this.#reject?.(error));
    socket.on("close", () => {
      if (this.#socket === socket) this.#reject?.(new Error("the server closed the connection"));
    });
  }

  #take(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString("latin1", 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) return this.#reject?.(new Error(`an answer without Content-Length:\n${head}`));
    if (this.#received.length < headEnd + HEAD_END.length + Number(length)) return;
    const answer = this.#received;
    this.#received = Buffer.alloc(0);
    this.#resolve?.(answer);
  }
}

/** Sends requests over several connections. Each sends its next request after the previous response. */
export const sendAll = async (callers: readonly Caller[], requests: Iterable<Buffer>): Promise<void> => {
  const left = requests[Symbol.iterator]();
  await Promise.all(
    callers.map(async (caller) => {
      for (let next = left.next(); next.done !== true; next = left.next()) await caller.fetch(next.value);
    }),
  );
};
