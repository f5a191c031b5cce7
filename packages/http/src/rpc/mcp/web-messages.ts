import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Converts a request to the web's own type. Its URL is a constant: a `Host` header can be anything, and nothing depends
 * on it.
 */
export const toWebRequest = (request: IncomingMessage, body: string, signal: AbortSignal): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // HTTP/2 has the request line among the headers. The token is already checked, and the protocol does not need it.
    // The length is that of the whole body, which can be a batch.
    if (value === undefined || name.startsWith(":") || name === "authorization" || name === "content-length") continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return new Request("http://localhost/mcp", { method: request.method!, headers, body, signal });
};

/** Headers of a single connection, which HTTP/2 forbids. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding"]);

/** Sends an answer in chunks, with back-pressure from the receiver; stops producing it when the caller disconnects. */
export const sendWebResponse = async (answer: Response, response: ServerResponse): Promise<void> => {
  if (response.destroyed) return void (await answer.body?.cancel());
  for (const [name, value] of answer.headers) if (!HOP_BY_HOP.has(name)) response.setHeader(name, value);
  response.setHeader("Cache-Control", "no-store");
  response.writeHead(answer.status);
  if (answer.body !== null) {
    const closed = new AbortController();
    response.once("close", () => closed.abort());
    for await (const chunk of answer.body) {
      if (response.destroyed) break;
      if (!response.write(chunk)) await once(response, "drain", { signal: closed.signal }).catch(ignoreAbort);
    }
  }
  response.end();
};

/** Ignores that the caller has disconnected; the loop notices it. */
const ignoreAbort = (error: unknown): void => {
  if (!(error instanceof Error) || error.name !== "AbortError") throw error;
};
