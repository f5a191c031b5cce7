import type { CallOptions } from "@connectrpc/connect";
import type { RerankerService } from "@quarry/api/plugin";
import {
  type PluginContext,
  type PluginError,
  type RerankerCapabilities,
  type RerankerV1,
  type RerankRequest,
} from "@quarry/plugin";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { openPeer } from "../peer/open-peer.ts";
import type { MetPeer } from "../peer/peer.ts";
import { PeerFailure } from "../peer/peer-failure.ts";
import type { RemoteSettings } from "../peer/remote-settings.ts";
import { credentialField } from "../wire/credential-field.ts";
import { partsOf, textSize } from "../wire/parts.ts";
import { WireError } from "../wire/wire-error.ts";
import { rerankerContract } from "./reranker-contract.ts";

type RerankerPeer = MetPeer<typeof RerankerService, RerankerCapabilities>;

/** Client of the reranker that a peer serves. */
export const remoteReranker = (
  plugin: string,
  settings: RemoteSettings,
  context: PluginContext,
): Effect.Effect<RerankerV1, PluginError, Scope.Scope> =>
  Effect.map(openPeer({ plugin, contract: rerankerContract }, settings, context), ({ call, health }) => ({
    rerank: (request) => call((peer, options) => rerank(peer, options, request)),
    health: health(({ client }, options) => client.health({}, options)),
  }));

const rerank = async (
  peer: RerankerPeer,
  options: CallOptions,
  { model, query, passages, credential }: RerankRequest,
): Promise<readonly number[]> => {
  const { maxPassages } = peer.capabilities;
  // Not split here: across several requests, the peer could not detect the excess.
  if (passages.length > maxPassages) {
    throw new PeerFailure("invalid", `${passages.length} passages, but ${peer.name} accepts ${maxPassages}`);
  }
  // A lone surrogate can't be sent, and means nothing to a model.
  const common = { model, query: query.toWellFormed(), ...credentialField(peer, credential) };
  const sent = passages.map((passage) => passage.toWellFormed());
  const scores: number[] = [];
  for (const part of sent.length === 0 ? [[]] : partsOf(sent, textSize)) {
    const answer = await peer.client.rerank({ ...common, passages: part }, options);
    if (answer.scores.length !== part.length) {
      throw new WireError(`${answer.scores.length} scores for ${part.length} passages`);
    }
    const wrong = answer.scores.find((score) => !(score >= 0 && score <= 1));
    if (wrong !== undefined) throw new WireError(`a score of ${wrong}, which is not in [0, 1]`);
    scores.push(...answer.scores);
  }
  return scores;
};
