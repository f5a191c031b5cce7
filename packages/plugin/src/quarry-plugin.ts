import type { EmbedderPlugin } from "./embedder/v1/define-embedder.ts";
import type { ParserPlugin } from "./parser/v1/define-parser.ts";
import type { RerankerPlugin } from "./reranker/v1/define-reranker.ts";
import type { VectorStorePlugin } from "./vector-store/v1/define-vector-store.ts";

/**
 * Plugin type of each kind, with its settings type erased: code that has such a plugin has validated the settings
 * against its schema.
 */
export interface PluginKinds {
  readonly "vector-store": VectorStorePlugin<never>;
  readonly embedder: EmbedderPlugin<never>;
  readonly reranker: RerankerPlugin<never>;
  readonly parser: ParserPlugin<never>;
}

export type PluginKind = keyof PluginKinds;

/** Any plugin; `kind` and `specVersion` state which contract its value follows. */
export type QuarryPlugin = PluginKinds[PluginKind];

/**
 * Default export of a package: a plugin, or the same plugin (one kind, one name) in several versions of its contract,
 * so that one release supports older and newer services. The service takes the newest version that it supports and
 * ignores the others; they may follow contracts that this package doesn't know yet.
 */
export type QuarryPluginExport =
  | QuarryPlugin
  | readonly (QuarryPlugin | { readonly kind: PluginKind; readonly name: string; readonly specVersion: number })[];
