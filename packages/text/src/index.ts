// Text processing for search: chunks, terms, token counts, and term scores.
export { analyze, ANALYZER_VERSION, queryTerms } from "./analyzer.ts";
export { BM25_B, BM25_K1, idf, scoreBound, type WeightedTerm } from "./bm25.ts";
export { noteMarkBreak, noteMarkText } from "./note-mark.ts";
export { Chunker, type ChunkerOptions } from "./chunker.ts";
export type { ChunkStrategy } from "./chunking-rules.ts";
export type { Spellings } from "./spellings.ts";
export { divisionsOf, type QueryWords, queryWords } from "./query-words.ts";
export { type BoundedQuery, boundedQuery } from "./bounded-query.ts";
export { hasPhrases } from "./quoted-phrases.ts";
export { otherSpelling } from "./other-spelling.ts";
export { Phrase, plainWords } from "./phrase.ts";
export { type IndexedText, indexText } from "./index-text.ts";
export { type SearchTerms, searchTerms } from "./search-terms.ts";
export { deletionsOf } from "./deletions-of.ts";
export { packBoxes, unpackBoxes } from "./boxes/packed-boxes.ts";
export {
  type ChunkBlocks,
  mostLayout,
  NO_TABLES,
  type PlacedBlock,
  type TablePlace,
  tablePlaceAfter,
  unpackBlocks,
} from "./blocks/packed-blocks.ts";
export { linkUrl } from "./links/link-url.ts";
export { linkWords, type PlacedLink, unpackLinks } from "./links/packed-links.ts";
export { type ChunkDocument, contextLine } from "./context-line.ts";
export { type SpelledQuery, type SpelledWord, spelledWords } from "./spelled-words.ts";
export { murmur3 } from "./murmur3.ts";
export { canonicalText, type TextBlock, type TextChunk } from "./text-block.ts";
export { wordTerm } from "./word-term.ts";
export { STOP_TERMS } from "./stop-words.ts";
export { countTokens, countTokensIn } from "./tokenizer.ts";
export { GRAMS_PER_WORD } from "./query-counts.ts";
export { isGram, isInOtherLanguage } from "./word-grams.ts";
export { isNumber } from "./number-term.ts";
export { foldVariants } from "./letter-variants.ts";
export { NotedText } from "./noted-text.ts";
export { type Fragment, fragmentsOf, MOST_MATCHES } from "./matches/fragments.ts";
export { QueryMatcher } from "./matches/matched-words.ts";
export { type NearestSentence, SentenceMatcher } from "./matches/nearest-sentence.ts";
export { textParts } from "./matches/text-parts.ts";
export type { Match } from "./matches/match-ranges.ts";
