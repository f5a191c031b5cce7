// Entry point for chunks and token counts, without the search code: each parser worker imports this file, and the rest
// would add 30 ms to its start.
export { Chunker } from "./chunker.ts";
export { contextLine } from "./context-line.ts";
export type { ChunkStrategy } from "./chunking-rules.ts";
export type { TextChunk } from "./text-block.ts";
export { countTokens } from "./tokenizer.ts";
