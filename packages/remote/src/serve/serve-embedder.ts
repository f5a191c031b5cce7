import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { type EmbedderService, EmbedResponseSchema, InputType } from "@quarry/api/plugin";
import type { EmbedderCapabilities, EmbedderV1, EmbedInputType } from "@quarry/plugin";
import * as Redacted from "effect/Redacted";
import { credentialNeedMessage } from "../wire/credential-need.ts";
import { vectorBytes } from "../wire/float-vector.ts";
import { bytesSize, partsOf } from "../wire/parts.ts";
import { wireCount } from "../wire/capability-numbers.ts";
import type { ServedCalls } from "./served-calls.ts";

/** Implements the gRPC service of an embedder in this process. */
export const embedderImplementation = (
  embedder: EmbedderV1,
  capabilities: EmbedderCapabilities,
  { identity, maxMessageBytes, run, finish, refuse }: ServedCalls,
): ServiceImpl<typeof EmbedderService> => ({
  describe: () => ({
    identity,
    models: capabilities.models.map(({ dimensionRange, maxInputTokens, ...model }) => ({
      ...model,
      ...(dimensionRange !== undefined && { dimensionRange }),
      ...(maxInputTokens !== undefined && Number.isFinite(maxInputTokens) && { maxInputTokens }),
    })),
    otherModels: capabilities.otherModels,
    credential: credentialNeedMessage(capabilities.credential),
    maxBatchTexts: wireCount(capabilities.maxBatchTexts),
    maxBatchTokens: wireCount(capabilities.maxBatchTokens),
    hybridAlpha: capabilities.hybridAlpha,
    maxMessageBytes,
  }),
  health: (_, context) => finish(() => embedder.health, context),
  embed: async function* ({ model, dimension, inputType, texts, credential }, context) {
    const type = INPUT_TYPES[inputType];
    if (type === undefined) throw refuse("invalid", "input_type is neither document nor query");
    const key = credential === undefined ? {} : { credential: Redacted.make(credential) };
    const { vectors } = await run(() => embedder.embed({ model, dimension, inputType: type, texts, ...key }), context);
    for (const part of partsOf(vectors.map(vectorBytes), bytesSize))
      yield create(EmbedResponseSchema, { vectors: part });
  },
});

const INPUT_TYPES: Readonly<Record<InputType, EmbedInputType | undefined>> = {
  [InputType.UNSPECIFIED]: undefined,
  [InputType.DOCUMENT]: "document",
  [InputType.QUERY]: "query",
};
