import { PluginError } from "@quarry/plugin";

/**
 * Runs a call that relies on the cached state of a collection, and retries it once with fresh state. A restarted server
 * has not loaded its collections, and another process may have removed one.
 */
export const knowingState = async <Value>(
  collections: { readonly forget: (collection: string) => void },
  collection: string,
  run: () => Promise<Value>,
): Promise<Value> => {
  try {
    return await run();
  } catch (error) {
    collections.forget(collection);
    if (!isAboutState(error)) throw error;
    return await run();
  }
};

/** Whether the error may result from a stale cached state of the collection. */
const isAboutState = (error: unknown): boolean =>
  error instanceof PluginError &&
  (error.reason === "not_found" || /not loaded|not exist|not found|dimensions/i.test(error.message));
