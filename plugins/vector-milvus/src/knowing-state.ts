import { PluginError } from "@quarry/plugin";

/**
 * Runs what relies on what is known of a collection. A server that has started again has not loaded its collections, and another
 * process may have removed one: what was known is asked again then, once.
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

/** Refusals that may come from what we believe of the collection and is no longer so. */
const isAboutState = (error: unknown): boolean =>
  error instanceof PluginError &&
  (error.reason === "not_found" || /not loaded|not exist|not found|dimensions/i.test(error.message));
