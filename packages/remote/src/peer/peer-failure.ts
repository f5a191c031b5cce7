import type { PluginErrorReason } from "@quarry/plugin";

/**
 * Reason why a peer can't be used, as a sentence for people. Converted to the caller's `PluginError` or `ParserError`.
 */
export class PeerFailure extends Error {
  override readonly name = "PeerFailure";
  readonly reason: PluginErrorReason;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    reason: PluginErrorReason,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.reason = reason;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
