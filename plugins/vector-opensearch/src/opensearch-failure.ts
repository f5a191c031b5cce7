import { PluginError, type PluginErrorReason } from "@quarry/plugin";

export const PLUGIN_NAME = "@quarry/vector-opensearch";

/** Error in a response of the server. Causes and failed shards repeat it in more detail. */
export interface ServerError {
  readonly type?: string;
  readonly reason?: string;
  readonly caused_by?: ServerError;
  readonly root_cause?: readonly ServerError[];
  readonly failed_shards?: readonly { readonly reason?: ServerError }[];
}

const MAX_MESSAGE_LENGTH = 500;

export const failure = (
  reason: PluginErrorReason,
  message: string,
  rest: { readonly cause?: unknown; readonly retryAfterSeconds?: number | undefined } = {},
): PluginError => {
  const { cause, retryAfterSeconds } = rest;
  return new PluginError({
    ...{ plugin: PLUGIN_NAME, reason, message },
    ...(cause !== undefined && { cause }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
};

const SLOW_DOWN = "the OpenSearch server asks to slow down";

/** Meanings of the server's error names, whatever the status. The first match counts. */
const BY_NAME: readonly (readonly [RegExp, PluginErrorReason, string])[] = [
  [/maximum shards open/, "limit", "the OpenSearch cluster has reached its limit of shards"],
  [/No handler for type \[knn_vector\]/, "incompatible", "the OpenSearch server lacks its k-NN plugin"],
  // Usually caused by a nearly full disk: the cluster then makes its indices read-only, and removes the block by
  // itself.
  [/^cluster_block_exception/m, "unavailable", "the OpenSearch cluster is blocked"],
  [/^index_not_found_exception/m, "not_found", "an index of Quarry is missing in the OpenSearch cluster"],
  [/^(circuit_breaking|opensearch_rejected_execution|rejected_execution)_exception/m, "rate_limited", SLOW_DOWN],
];

const BY_STATUS: Readonly<Record<number, readonly [PluginErrorReason, string]>> = {
  401: ["unauthorized", "the OpenSearch server refuses the credentials (settings username and password)"],
  403: ["unauthorized", "the OpenSearch server does not allow it to this user (settings username and password)"],
  404: ["not_found", "the OpenSearch server does not have it"],
  408: ["unavailable", "the OpenSearch server was too slow"],
  409: ["unavailable", "concurrent writes conflict on the OpenSearch server"],
  429: ["rate_limited", SLOW_DOWN],
};

/** Converts a rejected request to a `PluginError`. */
export const refusal = (
  status: number,
  error: ServerError | string | undefined,
  retryAfterSeconds?: number,
): PluginError => {
  const reported = wordsOf(error).slice(0, MAX_MESSAGE_LENGTH);
  const [reason, meaning] = meaningOf(status, reported);
  const message = `${meaning}: ${reported === "" ? `status ${status}` : reported.replaceAll("\n", "; ")}`;
  return failure(reason, message, { retryAfterSeconds });
};

const meaningOf = (status: number, message: string): readonly [PluginErrorReason, string] => {
  const named = BY_NAME.find(([pattern]) => pattern.test(message));
  if (named !== undefined) return [named[1], named[2]];
  return (
    BY_STATUS[status] ??
    (status >= 500
      ? ["unavailable", `the OpenSearch server failed with status ${status}`]
      : ["invalid", `the OpenSearch server refuses with status ${status}`])
  );
};

/** Result of an operation on shard copies. */
export interface ShardAnswer {
  readonly _shards: {
    readonly failed: number;
    readonly failures?: readonly { readonly status?: number | string; readonly reason?: ServerError }[];
  };
}

/** Status for an unavailable copy of a shard if the server reports none. */
export const STATUS_OF_FAILED_PART = 503;

/** The status is 200 even if some shards failed. */
export const requireAllShards = ({ _shards: { failed, failures } }: ShardAnswer): void => {
  if (failed === 0) return;
  const [first] = failures ?? [];
  throw refusal(typeof first?.status === "number" ? first.status : STATUS_OF_FAILED_PART, first?.reason);
};

/** Returns the distinct messages of an error, one per line. */
const wordsOf = (error: ServerError | string | undefined): string => {
  if (typeof error === "string") return error;
  const lines = new Set<string>();
  const walk = (part: ServerError | undefined): void => {
    if (part === undefined || part === null) return;
    const line = [part.type, part.reason].filter((text) => text !== undefined && text !== null).join(": ");
    if (line !== "") lines.add(line);
    walk(part.caused_by);
    for (const cause of part.root_cause ?? []) walk(cause);
    for (const shard of part.failed_shards ?? []) walk(shard.reason);
  };
  walk(error);
  return [...lines].join("\n");
};

/** Maps a failed call to a `PluginError`. */
export const toPluginError = (error: unknown): PluginError =>
  error instanceof PluginError
    ? error
    : failure("internal", `OpenSearch failed: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
