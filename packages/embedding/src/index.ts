export type { EmbedderUse } from "./embedder-use.ts";
export { Embeddings, type EmbeddingsShape, type TextToEmbed } from "./embeddings.ts";
