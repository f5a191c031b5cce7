import type { Effect, Schema, Scope } from "effect";
import type { PluginError } from "../../plugin-error.ts";
import type { PluginContext } from "../../plugin-context.ts";
import { definedPlugin, type PluginDefinition } from "../../plain/plain-plugin.ts";
import { PLAIN_VECTOR_STORE, type PlainVectorStore } from "./plain-vector-store.ts";
import type { VectorStoreV1 } from "./vector-store-v1.ts";

/** Capabilities of a vector store, readable without opening it. */
export interface VectorStoreCapabilities {
  /** Largest `topK` of one search. The platform never requests more. */
  readonly maxTopK: number;
  readonly maxDimension: number;
  /**
   * Whether several service processes can use the store at once. False for embedded stores: the service then refuses to
   * start with separate roles.
   */
  readonly sharedBetweenProcesses: boolean;
  /** Whether the store has `terms`, so that `keywordIndex` of the config can name it. Default false. */
  readonly searchesTerms?: boolean;
}

export interface VectorStorePlugin<Settings = unknown> {
  readonly kind: "vector-store";
  readonly name: string;
  readonly specVersion: 1;
  readonly capabilities: VectorStoreCapabilities;
  /**
   * Returns the capabilities if only the backend knows them: a plugin in another process. Called once, before `make`;
   * the result replaces `capabilities` while the service runs. Default: `capabilities`.
   */
  readonly describe?: (
    settings: Settings,
    context: PluginContext,
  ) => Effect.Effect<VectorStoreCapabilities, PluginError>;
  readonly settings: Schema.Codec<Settings, unknown>;
  /** Opens the store; its resources are released when the scope closes. */
  readonly make: (settings: Settings, context: PluginContext) => Effect.Effect<VectorStoreV1, PluginError, Scope.Scope>;
}

/**
 * Defines a vector store: the default export of a vector store package, or one of several versions in a list
 * (`QuarryPluginExport`). Its methods are either plain functions, given here or returned by `make`, or `make` is an
 * effect.
 */
export const defineVectorStore = <Settings = object>(
  plugin: PluginDefinition<Settings, VectorStorePlugin<Settings>, VectorStoreV1, PlainVectorStore<NoInfer<Settings>>>,
): VectorStorePlugin<Settings> =>
  ({
    kind: "vector-store",
    ...definedPlugin(plugin, PLAIN_VECTOR_STORE, () => undefined),
  }) as VectorStorePlugin<Settings>;
