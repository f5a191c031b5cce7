import { PluginError, type PluginErrorReason } from "@quarry/plugin";

export const PLUGIN_NAME = "@quarry/vector-acme";

export const failure = (reason: PluginErrorReason, message: string, cause?: unknown): PluginError =>
  new PluginError({ plugin: PLUGIN_NAME, reason, message, cause });

/** Runs a function that may throw, and converts any error to the error type that the platform knows. */
export const attempt = async <Value>(task: () => Promise<Value>): Promise<Value> => {
  try {
    return await task();
  } catch (error) {
    throw failureOf(error);
  }
};

/**
 * Returns the error for a failure behind the store. Its reason states whether a retry is worthwhile: for `unavailable`
 * it is, for `limit` it is not.
 */
const failureOf = (error: unknown): PluginError => {
  if (error instanceof PluginError) return error;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return failure("limit", "the disk of the vector store is full: make room and try again", error);
    case "EACCES":
    case "EROFS":
    case "EIO":
    case "EMFILE":
      return failure("unavailable", `the folder of the vector store can't be used now (${code})`, error);
    default:
      return failure("internal", error instanceof Error ? error.message : String(error), error);
  }
};
