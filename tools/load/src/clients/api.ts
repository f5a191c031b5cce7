import type { Breaches } from "../breaches.ts";

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

/** Calls the service, and books every answer by its route. */
export class Api {
  readonly address: string;
  readonly #secret: string;
  readonly #breaches: Breaches;
  readonly latencies = new Map<string, number[]>();
  readonly statuses = new Map<number, number>();
  /** Answers 503 that say when to come again: an overload that is owned up to. */
  overloaded = 0;

  constructor(address: string, secret: string, breaches: Breaches) {
    this.address = address;
    this.#secret = secret;
    this.#breaches = breaches;
  }

  /** Undefined when there was no proper answer: a breach, or an overload; both are booked. */
  async call<Body>(method: string, path: string, options: CallOptions = {}): Promise<Answer<Body> | undefined> {
    const sentAt = performance.now();
    const signal = AbortSignal.timeout(ANSWER_DEADLINE_MS);
    try {
      const response = await this.fetch(method, path, options, signal);
      const text = await response.text();
      this.#book(routeOf(method, path), performance.now() - sentAt);
      if (!this.accepts(response, text, method, path, options.expected)) return undefined;
      const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
      return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Body, sentAt };
    } catch (error) {
      this.#breaches.add("not answered", `${method} ${path}: ${String((error as Error).cause ?? error)}`);
      return undefined;
    }
  }

  fetch(method: string, path: string, options: CallOptions, signal: AbortSignal): Promise<Response> {
    const headers = new Headers(options.headers);
    headers.set("authorization", `Bearer ${options.token ?? this.#secret}`);
    if (options.json !== undefined) headers.set("content-type", "application/json");
    const body = options.json === undefined ? options.form : JSON.stringify(options.json);
    return fetch(this.address + path, { method, headers, signal, ...(body !== undefined && { body }) });
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
    if (status === 503 && headers.has("retry-after")) this.overloaded += 1;
    else {
      const kind = status >= 500 ? "5xx" : "unexpected status";
      this.#breaches.add(kind, `${method} ${path}: ${status} ${text.slice(0, 300)}; expected ${expected.join(" or ")}`);
    }
    return false;
  }

  #book(route: string, milliseconds: number): void {
    const known = this.latencies.get(route);
    if (known === undefined) this.latencies.set(route, [milliseconds]);
    else known.push(milliseconds);
  }
}

const routeOf = (method: string, path: string): string =>
  `${method} ${path
    .replace(/\?.*/, "")
    .replace(UUID, "{id}")
    .replace(/(?<=collections\/)\w+/, "{name}")}`;
