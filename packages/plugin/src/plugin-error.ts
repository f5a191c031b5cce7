import * as Data from "effect/Data";

/**
 * Why a plugin call failed. The platform decides on retries from `isRetryable` alone.
 *
 * - `unavailable`: the backend is away, refuses or is too slow (retryable)
 * - `rate_limited`: the backend asks to slow down (retryable, after `retryAfterSeconds`)
 * - `unauthorized`: the credential is missing or refused
 * - `not_found`: a collection or a model that does not exist
 * - `invalid`: the backend refuses the input; the same input fails again
 * - `incompatible`: wrong or too old backend, or stored data of another shape
 * - `limit`: a limit of time, memory, size or nesting was reached
 * - `damaged`: what is stored is lost, or isn't what was written; a repair makes it again
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
 * The one error of every plugin contract. The message is shown to people: what happened and what to do. A plain function
 * throws it, and may leave out `plugin`: it is filled in.
 */
export class PluginError extends Data.TaggedError("PluginError")<PluginErrorFields> {
  constructor(fields: Omit<PluginErrorFields, "plugin"> & { readonly plugin?: string }) {
    super({ plugin: "", ...fields });
  }

  get isRetryable(): boolean {
    return this.reason === "unavailable" || this.reason === "rate_limited";
  }
}
