import { ConfigurationError, DEFAULT_VECTOR_STORE, Plugins } from "@quarry/host";
import { Effect } from "effect";
import type { Deployment } from "./deployment.ts";

/**
 * Refuses an in-process vector store if several processes work together: as the store of new collections, and as a
 * target for moves. The store named "default" may be configured but unused.
 */
export const checkShared = Effect.fnUntraced(function* ({ role, isAlone }: Deployment) {
  if (isAlone) return;
  const { vectorStore, vectorStores } = yield* Plugins;
  const own = [...vectorStores.values()].filter(
    ({ name, capabilities }) =>
      !capabilities.sharedBetweenProcesses && (name === vectorStore.name || name !== DEFAULT_VECTOR_STORE),
  );
  if (own.length === 0) return;
  if (role === "all") {
    const plugins = [...new Set(own.map(({ plugin }) => plugin))].join(", ");
    return yield* Effect.logWarning(
      `${plugins} keeps its vectors in this process's data folder: no other process may run on this database`,
    );
  }
  const problems = own.map(({ name, plugin }) => {
    const at = name === DEFAULT_VECTOR_STORE ? "vectorStore" : `vectorStores.${name}`;
    return `${at}.plugin: ${plugin} serves one process; with SERVICE_ROLE=${role} use a store that several share, such as @quarry/vector-milvus`;
  });
  return yield* new ConfigurationError({ problems });
});
