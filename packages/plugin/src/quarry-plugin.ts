import type { EmbedderPlugin } from "./embedder/v1/define-embedder.ts";
import type { ParserPlugin } from "./parser/v1/define-parser.ts";
import type { RerankerPlugin } from "./reranker/v1/define-reranker.ts";
import type { VectorStorePlugin } from "./vector-store/v1/define-vector-store.ts";

/** Any plugin; `kind` and `specVersion` tell which contract its value follows. */
export type QuarryPlugin =
  VectorStorePlugin<never> | EmbedderPlugin<never> | RerankerPlugin<never> | ParserPlugin<never>;
