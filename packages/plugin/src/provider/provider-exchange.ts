import { AnswerError } from "./answer-error.ts";

/** Response of a provider with its complete body. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Null body statuses of the fetch standard: their responses have no body. */
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([101, 204, 205, 304]);
/** Headers that describe the transferred body, not the decoded one. */
const TRANSPORT_HEADERS = ["content-encoding", "content-length", "transfer-encoding"] as const;
/** Headers in which vendors' clients send telemetry about this machine. */
const TELEMETRY_HEADER = /^x-(stainless|fern)-/i;

/**
 * One HTTP exchange, passed to a vendor's client as its `fetch`. It follows no redirect, which could send a key to
 * another host. It reads the complete response, up to `maxBytes`, so that the caller's time limit also covers a slow
 * body. It stores the response so that a failure can be explained, whatever the client makes of it.
 */
export class ProviderExchange {
  answer: ProviderAnswer | undefined;
  readonly #signal: AbortSignal;
  readonly #maxBytes: number;

  constructor(signal: AbortSignal, maxBytes: number) {
    this.#signal = signal;
    this.#maxBytes = maxBytes;
  }

  readonly fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    for (const name of [...headers.keys()]) if (TELEMETRY_HEADER.test(name)) headers.delete(name);
    const signal = init.signal == null ? this.#signal : AbortSignal.any([init.signal, this.#signal]);
    const response = await globalThis.fetch(url, { ...init, headers, signal, redirect: "manual" });
    const body = await readBody(response, this.#maxBytes);
    const { status } = response;
    this.answer = { status, headers: response.headers, body };
    if (status >= 300 && status < 400) throw new AnswerError(`status ${status}`);
    return new Response(NULL_BODY_STATUSES.has(status) ? null : body, { status, headers: withoutTransport(response) });
  };
}

const readBody = async (response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new AnswerError(`its response is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts, length);
};

const withoutTransport = (response: Response): Headers => {
  const headers = new Headers(response.headers);
  for (const name of TRANSPORT_HEADERS) headers.delete(name);
  return headers;
};
