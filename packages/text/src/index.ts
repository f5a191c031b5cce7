export { chunkBlocks, Chunker, type ChunkerOptions } from "./chunker.ts";
export { embeddingText } from "./embedding-text.ts";
export { canonicalText, type TextBlock, type TextChunk } from "./text-block.ts";
export { TokenCounter } from "./token-counter.ts";
export { countTokens } from "./tokenizer.ts";
