import { ConfigurationError, Plugins } from "@quarry/host";
import { Effect } from "effect";
import type { Deployment } from "./deployment.ts";

/** Refuses a vector store that lives in one process where several work together. */
export const checkShared = Effect.fnUntraced(function* ({ role, isAlone }: Deployment) {
  if (isAlone) return;
  const { vectorStore } = yield* Plugins;
  if (vectorStore.capabilities.sharedBetweenProcesses) return;
  if (role === "all") {
    return yield* Effect.logWarning(
      `${vectorStore.plugin} keeps its vectors in this process's data folder: no other process may run on this database`,
    );
  }
  const problem = `vectorStore.plugin: ${vectorStore.plugin} serves one process; with SERVICE_ROLE=${role} use a store that several share, such as @quarry/vector-milvus`;
  return yield* new ConfigurationError({ problems: [problem] });
});
