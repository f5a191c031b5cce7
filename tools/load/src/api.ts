import type { Quarry } from "@quarry/services/kit";
import type { Breach } from "./breaches.ts";

export interface CallOptions {
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the full-access secret. */
  readonly token?: string;
  /** Statuses that are right here. Default 200. */
  readonly expected?: readonly number[];
}

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  /** When the request was sent. */
  readonly sentAt: number;
}

/** An answer that takes longer is a breach: nothing here is large. */
const ANSWER_DEADLINE_MS = 60_000;

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Calls one life of the service, and books every answer by its route. */
export class Api {
  readonly latencies = new Map<string, number[]>();
  readonly statuses = new Map<number, number>();
  /** Answers 503 that say when to come again, where they are no breach: an overload that is owned up to. */
  overloaded: number | undefined;
  /** From now on nothing is answered, which is no breach. */
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

  /** Undefined when there was no proper answer: a breach, an overload or a kill; the first two are booked. */
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

  /** The body of an answer with a status that is right. */
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

  /** Whether an answer is one of those expected; books it either way. */
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

/** The resources of the contract, as far as the load looks at them. */
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
