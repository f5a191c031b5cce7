import { type CallOptions, Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import {
  EmbedderService,
  ParserService,
  type PluginIdentity,
  RerankerService,
  VectorStoreService,
} from "@quarry/api/plugin";
import type { PluginKind } from "@quarry/plugin";
import { DESCRIBE_REQUEST } from "./peer-contract.ts";

const KINDS = ["vector-store", "embedder", "reranker", "parser"] as const satisfies readonly PluginKind[];

/** Describes the plugin that a peer serves instead of the `requested` kind. Returns undefined if it serves none. */
export const servedKind = async (
  transport: Transport,
  requested: PluginKind,
  options: CallOptions,
): Promise<string | undefined> => {
  for (const kind of KINDS) {
    if (kind === requested) continue;
    const identity = await identityOf(transport, kind, options);
    if (identity !== undefined) return `${nameOf(identity)}, which is a plugin of the kind ${kind}`;
  }
  return undefined;
};

/** Maximum length of a name in messages. */
const MAX_NAME_LENGTH = 100;

/** Formats a peer's name for messages. */
export const nameOf = (identity: PluginIdentity | undefined): string =>
  (identity?.name ?? "")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed() || "a plugin without a name";

const identityOf = async (
  transport: Transport,
  kind: PluginKind,
  options: CallOptions,
): Promise<PluginIdentity | undefined> => {
  try {
    return (await describe(transport, kind, options)).identity;
  } catch (error) {
    if (error instanceof ConnectError && error.code === Code.Unimplemented) return undefined;
    throw error;
  }
};

const describe = (transport: Transport, kind: PluginKind, options: CallOptions) => {
  switch (kind) {
    case "vector-store":
      return createClient(VectorStoreService, transport).describe(DESCRIBE_REQUEST, options);
    case "embedder":
      return createClient(EmbedderService, transport).describe(DESCRIBE_REQUEST, options);
    case "reranker":
      return createClient(RerankerService, transport).describe(DESCRIBE_REQUEST, options);
    case "parser":
      return createClient(ParserService, transport).describe(DESCRIBE_REQUEST, options);
  }
};
