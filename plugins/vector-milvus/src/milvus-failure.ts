import { PluginError, type PluginErrorReason } from "@quarry/plugin";

export const PLUGIN_NAME = "@quarry/vector-milvus";

export const failure = (reason: PluginErrorReason, message: string, cause?: unknown): PluginError =>
  new PluginError({ plugin: PLUGIN_NAME, reason, message, cause });

/** gRPC status codes of failed calls (https://grpc.io/docs/guides/status-codes). */
const GRPC_REASONS: Readonly<Record<number, PluginErrorReason>> = {
  4: "unavailable",
  7: "unauthorized",
  8: "rate_limited",
  14: "unavailable",
  16: "unauthorized",
};

/** Codes and names of Milvus that are more specific than "refused". */
const MILVUS_REASONS: Readonly<Record<string, PluginErrorReason>> = {
  CollectionNotExists: "not_found",
  "100": "not_found",
  RateLimit: "rate_limited",
  "8": "rate_limited",
  "2": "unavailable",
  ForceDeny: "unavailable",
};

/** Status in responses of the client; not all have one. */
interface Status {
  readonly error_code?: string | number;
  readonly code?: number;
  readonly reason?: string;
}

/** Requires an explicit success: some rejected calls resolve with an empty result. */
export const checkStatus = (status: Status | undefined): void => {
  if (status?.error_code === "Success" || (status?.error_code === 0 && status.code === 0)) return;
  if (status?.error_code === undefined) throw failure("incompatible", "the Milvus server does not know the call");
  const reason = MILVUS_REASONS[String(status.error_code)] ?? MILVUS_REASONS[String(status.code)] ?? "invalid";
  throw failure(reason, `the Milvus server refuses: ${status.reason ?? String(status.error_code)}`);
};

/** Maps a failure of the client, which throws errors, plain objects and strings, to a `PluginError`. */
export const toPluginError = (error: unknown): PluginError => {
  if (error instanceof PluginError) return error;
  const { code, message, details, reason } = (error ?? {}) as {
    code?: number;
    message?: string;
    details?: string;
    reason?: string;
  };
  const text = details ?? message ?? reason ?? String(error);
  const known = typeof code === "number" ? GRPC_REASONS[code] : undefined;
  if (known !== undefined) return failure(known, `the Milvus server can't be used: ${text}`, error);
  if (/DEADLINE|UNAVAILABLE|ECONNREFUSED|timeout|not connected/i.test(text)) {
    return failure("unavailable", `the Milvus server can't be reached: ${text}`, error);
  }
  return failure("internal", `Milvus failed: ${text}`, error);
};
