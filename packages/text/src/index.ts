export {
  analyze,
  ANALYZER_VERSION,
  analyzeWithPositions,
  analyzeWords,
  contentLength,
  type PositionedTerm,
  queryTerms,
  STOP_TERMS,
} from "./analyzer.ts";
export { BM25_B, BM25_K1, idf, maxIdf, scoreBound, termScore, type WeightedTerm } from "./bm25.ts";
export { chunkBlocks, Chunker, type ChunkerOptions } from "./chunker.ts";
export { editDistance } from "./edit-distance.ts";
export { embeddingText } from "./embedding-text.ts";
export { murmur3 } from "./murmur3.ts";
export { canonicalText, type TextBlock, type TextChunk } from "./text-block.ts";
export { TokenCounter } from "./token-counter.ts";
export { countTokens } from "./tokenizer.ts";
