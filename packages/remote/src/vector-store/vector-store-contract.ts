import { VectorStoreService } from "@quarry/api/plugin";
import type { VectorStoreCapabilities } from "@quarry/plugin";
import { DESCRIBE_REQUEST, type PeerContract } from "../peer/peer-contract.ts";
import { declaredCount } from "../wire/capability-numbers.ts";

/** Capabilities of a vector store in another process. */
export interface RemoteVectorStoreCapabilities extends VectorStoreCapabilities {
  readonly computesCosines: boolean;
  /** Whether the peer filters with the host's own code. */
  readonly takesHostFilters: boolean;
}

export const vectorStoreContract: PeerContract<typeof VectorStoreService, RemoteVectorStoreCapabilities> = {
  kind: "vector-store",
  service: VectorStoreService,
  describe: async (client, options) => {
    const description = await client.describe(DESCRIBE_REQUEST, options);
    return {
      identity: description.identity,
      maxMessageBytes: description.maxMessageBytes,
      capabilities: () => ({
        maxTopK: declaredCount("max_top_k", description.maxTopK),
        maxDimension: declaredCount("max_dimension", description.maxDimension),
        sharedBetweenProcesses: description.sharedBetweenProcesses,
        computesCosines: description.computesCosines,
        takesHostFilters: description.takesHostFilters,
        searchesTerms: description.searchesTerms,
      }),
    };
  },
};
