import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as SecureAgent, request as requestHttps } from "node:https";
import { Redacted } from "effect";
import { failure } from "./opensearch-failure.ts";
import type { OpenSearchSettings } from "./opensearch-settings.ts";

/** Larger than 10,000 of the largest records; a larger response is not valid. */
const MAX_ANSWER_BYTES = 512 * 1_048_576;

/** Maximum number of concurrent requests; others wait for a connection. */
const MAX_CONNECTIONS = 64;

export interface HttpRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** JSON or NDJSON. */
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/**
 * HTTP client with persistent connections. Not `fetch`, which accepts a custom certificate only for the whole process.
 */
export class OpenSearchHttp {
  readonly #settings: OpenSearchSettings;
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  #agent: Promise<Agent> | undefined;

  constructor(settings: OpenSearchSettings) {
    const { address, username, password } = settings;
    this.#settings = settings;
    this.#base = new URL(address);
    const credentials = `${username}:${password === undefined ? "" : Redacted.value(password)}`;
    this.#headers = {
      "content-type": "application/json",
      ...(username !== undefined && { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
    };
  }

  /** Returns any response. Fails if there is none. */
  async send(signal: AbortSignal, request: HttpRequest): Promise<HttpAnswer> {
    const agent = await this.#connections();
    signal.throwIfAborted();
    try {
      return await this.#exchange(agent, signal, request);
    } catch (error) {
      throw signal.aborted ? error : this.#unreached(error as NodeJS.ErrnoException);
    }
  }

  async close(): Promise<void> {
    (await this.#agent?.catch(() => undefined))?.destroy();
  }

  #connections(): Promise<Agent> {
    if (this.#agent === undefined) {
      const agent = this.#open();
      this.#agent = agent;
      agent.catch(() => (this.#agent = undefined));
    }
    return this.#agent;
  }

  async #open(): Promise<Agent> {
    const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS, scheduling: "lifo" } as const;
    if (this.#base.protocol === "http:") return new Agent(options);
    const file = this.#settings.caCertificateFile;
    if (file === undefined) return new SecureAgent(options);
    const ca = await readFile(file).catch((error: unknown) => {
      throw failure("invalid", `setting caCertificateFile: ${(error as Error).message}`, { cause: error });
    });
    return new SecureAgent({ ...options, ca });
  }

  async #exchange(agent: Agent, signal: AbortSignal, requested: HttpRequest): Promise<HttpAnswer> {
    const request = this.#begin(agent, signal, requested);
    let response: IncomingMessage;
    try {
      [response] = (await once(request, "response")) as [IncomingMessage];
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The server closed the idle connection, which it may do at any time, just when it was reused.
      const isStale = request.reusedSocket && (code === "ECONNRESET" || code === "EPIPE");
      if (!isStale || signal.aborted) throw error;
      return await this.#exchange(agent, signal, requested);
    }
    return { status: response.statusCode!, headers: response.headers, text: await readText(response) };
  }

  #begin(agent: Agent, signal: AbortSignal, { method, path, body }: HttpRequest): ClientRequest {
    const { protocol, hostname, port, pathname } = this.#base;
    const open = protocol === "http:" ? requestHttp : requestHttps;
    return open({
      ...{ agent, signal, method, port, headers: this.#headers },
      // A URL has brackets around an IPv6 address.
      host: hostname.replace(/^\[|\]$/g, ""),
      path: pathname.replace(/\/$/, "") + path,
    }).end(body);
  }

  #unreached(error: NodeJS.ErrnoException) {
    const { address } = this.#settings;
    const why = error.code ?? error.message;
    // HPE_ codes, of Node's parser, mean that the response is not HTTP.
    return why.startsWith("HPE_")
      ? failure("incompatible", `the program at ${address} does not speak HTTP (setting address)`, { cause: error })
      : failure("unavailable", `the OpenSearch server at ${address} can't be reached: ${why}`, { cause: error });
  }
}

/** Reads by events: iterating over a stream would double the cost of a request. */
const readText = (response: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    response.on("data", (part: Buffer) => {
      length += part.length;
      parts.push(part);
      if (length > MAX_ANSWER_BYTES) {
        response.destroy(failure("limit", `an answer is larger than ${MAX_ANSWER_BYTES} bytes`));
      }
    });
    response.on("end", () => resolve(Buffer.concat(parts, length).toString("utf8")));
    response.on("error", reject);
  });
