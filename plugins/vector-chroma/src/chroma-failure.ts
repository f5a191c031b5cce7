import { PluginError, type PluginErrorReason } from "@quarry/plugin";
import {
  ChromaClientError,
  ChromaConnectionError,
  ChromaForbiddenError,
  ChromaNotFoundError,
  ChromaQuotaExceededError,
  ChromaRateLimitError,
  ChromaServerError,
  ChromaUnauthorizedError,
  ChromaValueError,
} from "chromadb";

type ErrorClass = new (message: string) => Error;

const REASONS: readonly (readonly [ErrorClass, PluginErrorReason, string])[] = [
  [ChromaConnectionError, "unavailable", "the Chroma server can't be reached"],
  [ChromaServerError, "unavailable", "the Chroma server failed"],
  [ChromaRateLimitError, "rate_limited", "the Chroma server asks to slow down"],
  [ChromaUnauthorizedError, "unauthorized", "the Chroma server refuses the credentials (setting headers)"],
  [ChromaForbiddenError, "unauthorized", "the Chroma server refuses the credentials (setting headers)"],
  [ChromaQuotaExceededError, "limit", "a quota of the Chroma server is used up"],
  [ChromaNotFoundError, "not_found", "the Chroma server does not have it"],
  [ChromaValueError, "invalid", "the Chroma client refuses the input"],
  [ChromaClientError, "invalid", "the Chroma server refuses the input"],
];

/** Maps a failure of the client to a `PluginError`. */
export const toPluginError = (plugin: string, error: unknown): PluginError => {
  if (error instanceof PluginError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const known = REASONS.find(([type]) => error instanceof type);
  // The response is not JSON, so the server is another program.
  if (error instanceof SyntaxError) {
    const message = `the program at the settings' host and port is not a Chroma server: ${text}`;
    return new PluginError({ plugin, reason: "incompatible", message, cause: error });
  }
  // The client's fetch fails with a TypeError if there is no response.
  const [, reason, meaning] =
    known ?? (error instanceof TypeError ? REASONS[0]! : [undefined, "internal", "Chroma failed"]);
  return new PluginError({ plugin, reason: reason as PluginErrorReason, message: `${meaning}: ${text}`, cause: error });
};
