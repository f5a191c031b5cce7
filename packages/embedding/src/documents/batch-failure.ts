import { PluginError } from "@quarry/plugin";
import type { EmbedderUse } from "../embedder-use.ts";
import type { TruncatedText } from "../input/truncate-input.ts";

/**
 * Error message of a document that has exhausted its waiting time for the provider. `error` is the provider's last
 * response.
 */
export const gaveUp = (embedder: string, error: PluginError, waitedMs: number): string =>
  `${embedder} has failed for ${inSeconds(waitedMs)}, most recently: ${withoutEnd(error.message)}. ` +
  `Embeddings so far are cached: reprocess the document when the provider is available` +
  (error.reason === "rate_limited" ? `; ${slowerHint(embedder)}` : "");

/** Error message if the provider requests a longer pause than a document waits. */
export const pausedTooLong = (embedder: string, error: PluginError, pauseMs: number): string =>
  `${embedder} asks for a pause of ${inSeconds(pauseMs)}, which is longer than ` +
  `embedders.${embedder}.pace.rateLimitPatienceSeconds; its message: ${withoutEnd(error.message)}. ` +
  `Embeddings so far are cached: reprocess the document after the pause; ${slowerHint(embedder)}`;

/**
 * Returns the error of a provider that refuses one text for its content. A retry would not help; the message gives the
 * size of the text.
 */
export const refusedText = (
  { embedder, model }: EmbedderUse,
  error: PluginError,
  { text, tokens }: TruncatedText,
): PluginError => {
  if (error.reason !== "invalid") return error;
  return new PluginError({
    plugin: error.plugin,
    reason: error.reason,
    message:
      `${embedder.name} refuses a chunk of ${tokens} tokens (${text.length} characters) for ${model}: ` +
      `${withoutEnd(error.message)}. Use a collection with a smaller chunk_size, or another model`,
    cause: error,
  });
};

const slowerHint = (name: string): string =>
  `set embedders.${name}.pace (concurrency, requestsPerMinute, tokensPerMinute) to what the provider's plan allows`;

const inSeconds = (milliseconds: number): string => `${Math.max(1, Math.round(milliseconds / 1000))} s`;

const withoutEnd = (message: string): string => message.replace(/(?<![.\s])[.\s]+$/, "");
