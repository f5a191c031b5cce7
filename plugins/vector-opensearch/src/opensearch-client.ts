import type { PluginError } from "@quarry/plugin";
import { retryAfterSeconds } from "@quarry/plugin/provider";
import { failure, refusal, type ServerError } from "./opensearch-failure.ts";
import { type HttpAnswer, type HttpRequest, OpenSearchHttp } from "./opensearch-http.ts";
import type { OpenSearchSettings } from "./opensearch-settings.ts";

const MIN_VERSION = [2, 19] as const;

/**
 * Documents deleted by one request: some seconds' work, which the server finishes even if the client no longer waits.
 */
const MAX_DELETED = 20_000;

/** Result of one line of a bulk request. */
export interface BulkOutcome {
  readonly status: number;
  readonly result?: string;
  readonly error?: ServerError;
}

interface Deletion {
  readonly deleted: number;
  readonly version_conflicts: number;
}

/** Client of the server's JSON API, on a server that was checked once. */
export class OpenSearchClient {
  readonly #http: OpenSearchHttp;
  readonly #address: string;
  #isChecked = false;

  constructor(settings: OpenSearchSettings) {
    this.#http = new OpenSearchHttp(settings);
    this.#address = settings.address;
  }

  /**
   * Returns the JSON of a 2xx response, or undefined for 404 if it `mayLack` the resource. Fails on any other response.
   */
  async call<Answer>(
    signal: AbortSignal,
    request: HttpRequest & { readonly mayLack: true },
  ): Promise<Answer | undefined>;
  async call<Answer>(signal: AbortSignal, request: HttpRequest): Promise<Answer>;
  async call<Answer>(
    signal: AbortSignal,
    request: HttpRequest & { readonly mayLack?: boolean },
  ): Promise<Answer | undefined> {
    if (!this.#isChecked) await this.check(signal);
    const answer = await this.#http.send(signal, request);
    if (answer.status === 404 && request.mayLack === true) return undefined;
    if (answer.status >= 300) throw this.#refused(answer);
    return this.#read(answer) as Answer;
  }

  /**
   * Returns one outcome per action line. Fails as a whole if the server asks to slow down, or can't process one of the
   * actions.
   */
  async bulk(signal: AbortSignal, path: string, lines: string): Promise<readonly BulkOutcome[]> {
    const answer = await this.call<{ readonly items: readonly Readonly<Record<string, BulkOutcome>>[] }>(signal, {
      ...{ method: "POST", path, body: lines },
    });
    const outcomes = answer.items.map((item) => Object.values(item)[0]!);
    // A deletion with status 404 has no error.
    const failed = outcomes.find(({ error }) => error !== undefined);
    if (failed !== undefined) throw refusal(failed.status, failed.error);
    return outcomes;
  }

  /**
   * Deletes matching documents in one index, or in all that match a pattern, until none is left: documents may be added
   * or changed meanwhile. The deletion is visible when the call ends. Returns the number of documents.
   */
  async deleteMatching(signal: AbortSignal, index: string, routing: string, query: object): Promise<number> {
    const options = `routing=${routing}&conflicts=proceed&refresh=true&max_docs=${MAX_DELETED}`;
    const path = `/${index}/_delete_by_query?${options}`;
    const request: HttpRequest = { method: "POST", path, body: JSON.stringify({ query }) };
    let total = 0;
    for (;;) {
      const { deleted, version_conflicts: conflicts } = await this.call<Deletion>(signal, request);
      total += deleted;
      if (deleted === 0 && conflicts === 0) return total;
    }
  }

  /** Fails if the server is unavailable, too old, or another program. */
  async check(signal: AbortSignal): Promise<void> {
    const answer = await this.#http.send(signal, { method: "GET", path: "/" });
    if (answer.status >= 500 || answer.status === 401 || answer.status === 403 || answer.status === 429) {
      throw this.#refused(answer);
    }
    const { version } = (readJson(answer.text) ?? {}) as {
      readonly version?: { readonly distribution?: string; readonly number?: string };
    };
    const [, major, minor] = /^(\d+)\.(\d+)/.exec(version?.number ?? "") ?? [];
    if (version?.distribution !== "opensearch" || major === undefined) throw this.#isOther();
    const isOld =
      Number(major) < MIN_VERSION[0] || (Number(major) === MIN_VERSION[0] && Number(minor) < MIN_VERSION[1]);
    if (isOld) {
      const needed = MIN_VERSION.join(".");
      throw failure("incompatible", `the OpenSearch server is version ${version.number}; ${needed} or newer is needed`);
    }
    this.#isChecked = true;
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  #read({ text }: HttpAnswer): unknown {
    if (text === "") return {};
    const json = readJson(text);
    if (json === undefined) throw this.#isOther();
    return json;
  }

  #isOther(): PluginError {
    const message = `the program at ${this.#address} is not an OpenSearch server (setting address)`;
    return failure("incompatible", message);
  }

  #refused({ status, headers, text }: HttpAnswer): PluginError {
    const { error } = (readJson(text) ?? {}) as { readonly error?: ServerError | string };
    const plain = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[name, value]] : [],
    );
    return refusal(status, error ?? text, retryAfterSeconds(new Headers(plain)));
  }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
