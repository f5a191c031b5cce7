import type { Effect, Schema, Scope } from "effect";
import type { PluginError } from "../../plugin-error.ts";
import type { PluginContext } from "../../plugin-context.ts";
import { definedPlugin, type PluginDefinition } from "../../plain/plain-plugin.ts";
import { PLAIN_VECTOR_STORE, type PlainVectorStore } from "./plain-vector-store.ts";
import type { VectorStoreV1 } from "./vector-store-v1.ts";

/** Capabilities of a vector store, readable without opening it. */
export interface VectorStoreCapabilities {
  /** Largest `topK` of one search. The platform never asks for more. */
  readonly maxTopK: number;
  readonly maxDimension: number;
  /**
   * Whether several service processes may use the store at once. False for embedded stores: the service then refuses
   * to start with separate roles.
   */
  readonly sharedBetweenProcesses: boolean;
  /** Whether it has `terms`, so that `keywordIndex` of the config can name it. Default false. */
  readonly searchesTerms?: boolean;
}

export interface VectorStorePlugin<Settings = unknown> {
  readonly kind: "vector-store";
  readonly name: string;
  readonly specVersion: 1;
  readonly capabilities: VectorStoreCapabilities;
  /**
   * Asks the backend for the capabilities where only it can tell: a plugin in another process. Called once, before
   * `make`; the result stands in place of `capabilities` as long as the service runs. Default: those.
   */
  readonly describe?: (
    settings: Settings,
    context: PluginContext,
  ) => Effect.Effect<VectorStoreCapabilities, PluginError>;
  readonly settings: Schema.Codec<Settings, unknown>;
  /** Opens the store; what it holds is released when the scope closes. */
  readonly make: (settings: Settings, context: PluginContext) => Effect.Effect<VectorStoreV1, PluginError, Scope.Scope>;
}

/**
 * The default export of a vector store package, or one of several versions in a list (`QuarryPluginExport`). Its methods are
 * plain functions, here or from `make`, or `make` is an effect.
 */
export const defineVectorStore = <Settings = object>(
  plugin: PluginDefinition<Settings, VectorStorePlugin<Settings>, VectorStoreV1, PlainVectorStore<NoInfer<Settings>>>,
): VectorStorePlugin<Settings> =>
  ({
    kind: "vector-store",
    ...definedPlugin(plugin, PLAIN_VECTOR_STORE, () => undefined),
  }) as VectorStorePlugin<Settings>;
