import type { ServiceImpl } from "@connectrpc/connect";
import type { RerankerService } from "@quarry/api/plugin";
import type { RerankerCapabilities, RerankerV1 } from "@quarry/plugin";
import * as Redacted from "effect/Redacted";
import { credentialNeedMessage } from "../wire/credential-need.ts";
import { wireCount } from "../wire/capability-numbers.ts";
import type { ServedCalls } from "./served-calls.ts";

/** Implements the gRPC service of a reranker in this process. */
export const rerankerImplementation = (
  reranker: RerankerV1,
  capabilities: RerankerCapabilities,
  { identity, maxMessageBytes, run, finish }: ServedCalls,
): ServiceImpl<typeof RerankerService> => ({
  describe: () => ({
    identity,
    models: [...capabilities.models],
    credential: credentialNeedMessage(capabilities.credential),
    maxPassages: wireCount(capabilities.maxPassages),
    maxMessageBytes,
  }),
  health: (_, context) => finish(() => reranker.health, context),
  rerank: async ({ model, query, passages, credential }, context) => {
    const key = credential === undefined ? {} : { credential: Redacted.make(credential) };
    const scores = await run(() => reranker.rerank({ model, query, passages, ...key }), context);
    return { scores: [...scores] };
  },
});
