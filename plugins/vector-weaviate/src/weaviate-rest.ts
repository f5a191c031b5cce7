import { Redacted } from "effect";
import { failure } from "./weaviate-failure.ts";
import type { WeaviateSettings } from "./weaviate-settings.ts";
import { plainHeaders } from "./weaviate-stub.ts";

/** A response about a class definition has some kilobytes; that of another program may have any size. */
const MAX_ERROR_LENGTH = 500;

/** Client of the HTTP API, which manages the classes. */
export class WeaviateRest {
  readonly #address: string;
  readonly #headers: Record<string, string>;

  constructor({ host, port, ssl, headers, apiKey }: WeaviateSettings) {
    this.#address = `${ssl ? "https" : "http"}://${host}:${port}/v1`;
    this.#headers = {
      ...plainHeaders(headers),
      "content-type": "application/json",
      ...(apiKey !== undefined && { authorization: `Bearer ${Redacted.value(apiKey)}` }),
    };
  }

  /**
   * Returns the JSON of a 2xx response, or undefined for 404. Fails on any other response, and on one that is not JSON.
   */
  async call(signal: AbortSignal, method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<unknown> {
    const [status, text] = await this.#exchange(signal, method, path, body);
    if (status === 404) return undefined;
    if (status >= 400) throw refusal(status, text);
    if (text === "") return {};
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw failure("incompatible", `the program at ${this.#address} is not a Weaviate server (setting port)`, error);
    }
  }

  async #exchange(
    signal: AbortSignal,
    method: string,
    path: string,
    body: unknown,
  ): Promise<readonly [status: number, text: string]> {
    try {
      const response = await fetch(this.#address + path, {
        method,
        signal,
        headers: this.#headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return [response.status, await response.text()];
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { readonly code?: string; readonly message?: string } };
      const why = cause?.code ?? cause?.message ?? message;
      // HPE_ codes, from undici, mean that the response is not HTTP.
      if (why.startsWith("HPE_")) {
        throw failure("incompatible", `the program at ${this.#address} does not speak HTTP (setting port)`, error);
      }
      throw failure("unavailable", `the Weaviate server at ${this.#address} can't be reached: ${why}`, error);
    }
  }
}

const refusal = (status: number, text: string) => {
  const message = text.slice(0, MAX_ERROR_LENGTH);
  if (status === 401 || status === 403) {
    return failure("unauthorized", `the Weaviate server refuses the key (setting apiKey): ${message}`);
  }
  if (status === 429) return failure("rate_limited", `the Weaviate server asks to slow down: ${message}`);
  if (status >= 500) return failure("unavailable", `the Weaviate server failed with status ${status}: ${message}`);
  return failure("invalid", `the Weaviate server refuses with status ${status}: ${message}`);
};
