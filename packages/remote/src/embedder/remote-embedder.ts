import type { CallOptions } from "@connectrpc/connect";
import { type EmbedderService, InputType } from "@quarry/api/plugin";
import type { EmbedderCapabilities, EmbedderV1, EmbedRequest, PluginContext, PluginError } from "@quarry/plugin";
import * as Effect from "effect/Effect";
import type * as Scope from "effect/Scope";
import { openPeer } from "../peer/open-peer.ts";
import type { MetPeer } from "../peer/peer.ts";
import { PeerFailure } from "../peer/peer-failure.ts";
import type { RemoteSettings } from "../peer/remote-settings.ts";
import { credentialField } from "../wire/credential-field.ts";
import { vectorOf } from "../wire/float-vector.ts";
import { partsOf, textSize } from "../wire/parts.ts";
import { WireError } from "../wire/wire-error.ts";
import { embedderContract } from "./embedder-contract.ts";

type EmbedderPeer = MetPeer<typeof EmbedderService, EmbedderCapabilities>;

/** Client of the embedder that a peer serves. */
export const remoteEmbedder = (
  plugin: string,
  settings: RemoteSettings,
  context: PluginContext,
): Effect.Effect<EmbedderV1, PluginError, Scope.Scope> =>
  Effect.map(openPeer({ plugin, contract: embedderContract }, settings, context), ({ call, health }) => ({
    embed: (request) => call(async (peer, options) => ({ vectors: await embed(peer, options, request) })),
    health: health(({ client }, options) => client.health({}, options)),
  }));

const INPUT_TYPES = { document: InputType.DOCUMENT, query: InputType.QUERY };

const embed = async (
  peer: EmbedderPeer,
  options: CallOptions,
  { model, dimension, inputType, texts, credential }: EmbedRequest,
): Promise<readonly Float32Array[]> => {
  const { maxBatchTexts } = peer.capabilities;
  // Not split here: across several requests, the peer could not detect the excess.
  if (texts.length > maxBatchTexts) {
    throw new PeerFailure("invalid", `${texts.length} texts, but a batch of ${peer.name} has at most ${maxBatchTexts}`);
  }
  if (!isWireSize(dimension))
    throw new PeerFailure("invalid", `dimension is ${dimension}, which is not a valid dimension`);
  const common = { model, dimension, inputType: INPUT_TYPES[inputType], ...credentialField(peer, credential) };
  const vectors: Float32Array[] = [];
  // A lone surrogate can't be sent, and means nothing to a model.
  const sent = texts.map((text) => text.toWellFormed());
  for (const part of sent.length === 0 ? [[]] : partsOf(sent, textSize)) {
    const expected = vectors.length + part.length;
    for await (const answer of peer.client.embed({ ...common, texts: part }, options)) {
      vectors.push(...answer.vectors.map((bytes) => vectorOfDimension(bytes, dimension)));
    }
    if (vectors.length !== expected) {
      throw new WireError(`${vectors.length - expected + part.length} vectors for ${part.length} texts`);
    }
  }
  return vectors;
};

/** Returns whether a number is a uint32, as sizes are on the wire. */
const isWireSize = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;

const vectorOfDimension = (bytes: Uint8Array, dimension: number): Float32Array => {
  const vector = vectorOf(bytes);
  if (vector?.length === dimension && vector.every(Number.isFinite)) return vector;
  throw new WireError(
    vector?.length === dimension
      ? "a vector with numbers that are not finite"
      : `a vector of ${bytes.length} bytes, not ${dimension} float32 numbers`,
  );
};
