import { PluginError, type PluginErrorReason } from "@quarry/plugin";

export const PLUGIN_NAME = "@quarry/vector-weaviate";

export const failure = (reason: PluginErrorReason, message: string, cause?: unknown): PluginError =>
  new PluginError({ plugin: PLUGIN_NAME, reason, message, ...(cause !== undefined && { cause }) });

/** gRPC status codes (https://grpc.io/docs/guides/status-codes). Any other code is a rejection by the server. */
const GRPC_REASONS: Readonly<Record<number, readonly [PluginErrorReason, string]>> = {
  4: ["unavailable", "the Weaviate server was too slow"],
  7: ["unauthorized", "the Weaviate server refuses the key (setting apiKey)"],
  8: ["rate_limited", "the Weaviate server asks to slow down"],
  12: ["incompatible", "the program on grpcPort is not a Weaviate server that Quarry knows (setting grpcPort)"],
  14: ["unavailable", "the Weaviate server's gRPC API can't be reached (settings grpcHost and grpcPort)"],
  16: ["unauthorized", "the Weaviate server refuses the key (setting apiKey)"],
};

/** Whether a gRPC call could not reach the server. */
export const isDisconnected = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === 14;

/** Maps a failed call to a `PluginError`. */
export const toPluginError = (error: unknown): PluginError => {
  if (error instanceof PluginError) return error;
  const { code, details, message } = (error ?? {}) as { code?: unknown; details?: string; message?: string };
  const text = details ?? message ?? String(error);
  // Responses of a server without gRPC are reported as status 2 or 13.
  if (/protocol error|not HTTP\/2|Received HTTP status code|unexpected content-type/i.test(text)) {
    return failure("incompatible", `the program on grpcPort does not speak gRPC (setting grpcPort): ${text}`, error);
  }
  if (typeof code !== "number") return failure("internal", `Weaviate failed: ${text}`, error);
  const [reason, meaning] = GRPC_REASONS[code] ?? (["invalid", "the Weaviate server refuses"] as const);
  return failure(reason, `${meaning}: ${text}`, error);
};
