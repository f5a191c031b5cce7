import type { Quarry } from "@quarry/services/kit";
import type { Breach } from "./breaches.ts";

export interface CallOptions {
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the full-access secret. */
  readonly token?: string;
  /** Acceptable statuses. Default 200. */
  readonly expected?: readonly number[];
}

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  /** Time at which the request was sent. */
  readonly sentAt: number;
}

/** Timeout of a response, after which it is a breach: nothing here is large. */
const ANSWER_DEADLINE_MS = 60_000;

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Client of one service process, which records every response by its route. */
export class Api {
  readonly latencies = new Map<string, number[]>();
  readonly statuses = new Map<number, number>();
  /** Number of 503 responses with a Retry-After time, if they are no breach: a declared overload. */
  overloaded: number | undefined;
  /** Whether the service was killed: missing responses are no breach from then on. */
  isKilled = false;
  readonly #service: Quarry;
  readonly #breach: Breach;

  constructor(service: Quarry, breach: Breach, mayBeOverloaded = false) {
    this.#service = service;
    this.#breach = breach;
    if (mayBeOverloaded) this.overloaded = 0;
  }

  get calls(): number {
    return [...this.latencies.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Sends a request. Returns undefined if there was no proper response: a breach, an overload or a kill. The first two
   * are recorded.
   */
  async call<Body>(method: string, path: string, options: CallOptions = {}): Promise<Answer<Body> | undefined> {
    if (this.isKilled) return undefined;
    const sentAt = performance.now();
    try {
      const response = await this.fetch(method, path, options, AbortSignal.timeout(ANSWER_DEADLINE_MS));
      const text = await response.text();
      const route = routeOf(method, path);
      this.latencies.set(route, this.latencies.get(route) ?? []);
      this.latencies.get(route)!.push(performance.now() - sentAt);
      if (!this.accepts(response, text, method, path, options.expected)) return undefined;
      const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
      return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Body, sentAt };
    } catch (error) {
      if (!this.isKilled) this.#breach("not answered", `${method} ${path}: ${String((error as Error).cause ?? error)}`);
      return undefined;
    }
  }

  /** Returns the body of a response with an acceptable status. */
  async body<Body>(method: string, path: string, options?: CallOptions): Promise<Body | undefined> {
    return (await this.call<Body>(method, path, options))?.body;
  }

  fetch(method: string, path: string, options: CallOptions, signal: AbortSignal): Promise<Response> {
    const headers = new Headers(options.headers);
    headers.set("authorization", `Bearer ${options.token ?? this.#service.secret}`);
    if (options.json !== undefined) headers.set("content-type", "application/json");
    const body = options.json === undefined ? options.form : JSON.stringify(options.json);
    return fetch(this.#service.address + path, { method, headers, signal, ...(body !== undefined && { body }) });
  }

  /** Whether a response has an expected status; records it in either case. */
  accepts(
    { status, headers }: Response,
    text: string,
    method: string,
    path: string,
    expected: readonly number[] = [200],
  ): boolean {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (expected.includes(status)) return true;
    if (status === 503 && headers.has("retry-after") && this.overloaded !== undefined) this.overloaded += 1;
    else {
      const kind = status >= 500 ? "5xx" : "unexpected status";
      this.#breach(kind, `${method} ${path}: ${status} ${text.slice(0, 300)}; expected ${expected.join(" or ")}`);
    }
    return false;
  }
}

const routeOf = (method: string, path: string): string =>
  `${method} ${path
    .replace(/\?.*/, "")
    .replace(UUID, "{id}")
    .replace(/(?<=collections\/)\w+/, "{name}")}`;

/** Fields of the contract's resources that the load test uses. */
export interface Document {
  readonly id: string;
  readonly filename: string;
  readonly file_size: number;
  readonly chunk_count: number;
  readonly status: "pending" | "processing" | "ready" | "failed";
  readonly error_message: string | null;
}

export interface QueryResult {
  readonly id: string;
  readonly text: string;
  readonly score: number;
  readonly document_id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly collection?: string;
}

export interface QueryAnswer {
  readonly results: readonly QueryResult[];
}

export const SEARCH_MODES = ["semantic", "keyword", "hybrid"] as const;

export const documentsPath = (collection: string, ...rest: readonly string[]): string =>
  [`/v1/collections/${collection}/documents`, ...rest].join("/");
