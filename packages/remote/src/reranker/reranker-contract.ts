import { RerankerService } from "@quarry/api/plugin";
import type { RerankerCapabilities } from "@quarry/plugin";
import { DESCRIBE_REQUEST, type PeerContract } from "../peer/peer-contract.ts";
import { declaredCount } from "../wire/capability-numbers.ts";
import { credentialNeedOf } from "../wire/credential-need.ts";

export const rerankerContract: PeerContract<typeof RerankerService, RerankerCapabilities> = {
  kind: "reranker",
  service: RerankerService,
  describe: async (client, options) => {
    const description = await client.describe(DESCRIBE_REQUEST, options);
    return {
      identity: description.identity,
      maxMessageBytes: description.maxMessageBytes,
      capabilities: () => ({
        models: description.models,
        credential: credentialNeedOf(description.credential),
        maxPassages: declaredCount("max_passages", description.maxPassages),
      }),
    };
  },
};
