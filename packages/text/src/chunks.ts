// Chunks and their tokens, without what search has of texts: each worker that parses imports this file, and the rest would
// be 30 ms more of its start.
export { Chunker } from "./chunker.ts";
export { contextLine } from "./context-line.ts";
export type { ChunkStrategy } from "./chunking-rules.ts";
export type { TextChunk } from "./text-block.ts";
export { countTokens } from "./tokenizer.ts";
