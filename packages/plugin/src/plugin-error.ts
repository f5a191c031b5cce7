import * as Data from "effect/Data";

/**
 * Reason why a plugin call failed. The platform decides on retries from `isRetryable` alone.
 *
 * - `unavailable`: the backend is unavailable, refuses or is too slow (retryable)
 * - `rate_limited`: the backend requests a slower rate (retryable, after `retryAfterSeconds`)
 * - `unauthorized`: the credential is missing or refused
 * - `not_found`: a collection or a model that does not exist
 * - `invalid`: the backend refuses the input; the same input fails again
 * - `incompatible`: wrong or too old backend, or stored data of another shape
 * - `limit`: a limit of time, memory, size or nesting was reached
 * - `damaged`: stored data is lost or differs from what was written; a repair creates it again
 * - `internal`: anything else
 */
export type PluginErrorReason = (typeof PLUGIN_ERROR_REASONS)[number];

/** Every {@link PluginErrorReason}. */
export const PLUGIN_ERROR_REASONS = [
  "unavailable",
  "rate_limited",
  "unauthorized",
  "not_found",
  "invalid",
  "incompatible",
  "limit",
  "damaged",
  "internal",
] as const;

interface PluginErrorFields {
  readonly plugin: string;
  readonly reason: PluginErrorReason;
  readonly message: string;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * Error type of all plugin contracts. The message is shown to people: what happened and what to do. A plain function
 * throws it, and can omit `plugin`: it is filled in.
 */
export class PluginError extends Data.TaggedError("PluginError")<PluginErrorFields> {
  constructor(fields: Omit<PluginErrorFields, "plugin"> & { readonly plugin?: string }) {
    super({ plugin: "", ...fields });
  }

  get isRetryable(): boolean {
    return this.reason === "unavailable" || this.reason === "rate_limited";
  }
}
