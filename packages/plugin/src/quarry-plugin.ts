import type { EmbedderPlugin } from "./embedder/v1/define-embedder.ts";
import type { ParserPlugin } from "./parser/v1/define-parser.ts";
import type { RerankerPlugin } from "./reranker/v1/define-reranker.ts";
import type { VectorStorePlugin } from "./vector-store/v1/define-vector-store.ts";

/** The plugin type of each kind, with its settings type forgotten: who holds one has checked them against its schema. */
export interface PluginKinds {
  readonly "vector-store": VectorStorePlugin<never>;
  readonly embedder: EmbedderPlugin<never>;
  readonly reranker: RerankerPlugin<never>;
  readonly parser: ParserPlugin<never>;
}

export type PluginKind = keyof PluginKinds;

/** Any plugin; `kind` and `specVersion` tell which contract its value follows. */
export type QuarryPlugin = PluginKinds[PluginKind];
