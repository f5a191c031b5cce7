// Contracts for plugin authors, one for each plugin kind, with the types of filters and metadata. Plugins need nothing
// else.
export {
  compareStrings,
  compileFilter,
  type Filter,
  type FilterCondition,
  type FilterPredicate,
  type FilterScalar,
  type JsonObject,
  type JsonValue,
} from "./domain/index.ts";
export { defineEmbedder, type EmbedderPlugin } from "./embedder/v1/define-embedder.ts";
export type {
  EmbedderCapabilities,
  FittingCapabilities,
  SmallCollectionCapabilities,
} from "./embedder/v1/embedder-capabilities.ts";
export type {
  EmbeddingModel,
  EmbedderV1,
  EmbedInputType,
  EmbedRequest,
  EmbedResult,
  FitRequest,
  RepairedText,
  TermFrequencies,
  TermStatistics,
} from "./embedder/v1/embedder-v1.ts";
export type {
  PlainEmbedCall,
  PlainEmbedder,
  PlainFitCall,
  PlainTermStatistics,
  PlainVector,
} from "./embedder/v1/plain-embedder.ts";
export {
  defineParser,
  type ParserCall,
  type ParserCapabilities,
  type ParserDefinition,
  type ParserPlugin,
  type PlainParser,
} from "./parser/v1/define-parser.ts";
export { cleanBlock } from "./parser/v1/clean-block.ts";
export { rowOfCells } from "./parser/v1/row-of-cells.ts";
export { cleanLine, cleanText, isCleanLine } from "./parser/v1/clean-text.ts";
export { splitKeywords } from "./parser/v1/split-keywords.ts";
export { type DecodedTextFile, decodeTextFile, type DecodeTextOptions } from "./parser/v1/decode-text-file.ts";
export {
  MAX_VIEW_PIXELS,
  type PagePicture,
  type PageRequest,
  type PageSize,
  type PageView,
  viewPixels,
} from "./parser/v1/page-view.ts";
export { DEFAULT_PARSER_LIMITS, type ParserLimits } from "./parser/v1/parser-limits.ts";
export { ParserBudget } from "./parser/v1/parser-budget.ts";
export { ParserError, type ParserErrorReason } from "./parser/v1/parser-error.ts";
export type { LineBox, PageBox } from "./domain/page-box.ts";
export type {
  BlockLink,
  ParsedAttachment,
  ParsedBlock,
  PageConfidence,
  ParsedDocumentInfo,
  ParserEvent,
  ParserSource,
  ParserV1,
} from "./parser/v1/parser-v1.ts";
export { unreadFiles } from "./parser/v1/unread-files.ts";
export { describeFileContent, SNIFF_BYTES, type SniffedFileType, sniffFileType } from "./parser/v1/sniff-file-type.ts";
export {
  type PlainLife,
  type PlainMethods,
  type PluginCall,
  type PluginDefinition,
  toPromise,
} from "./plain/plain-plugin.ts";
export { defineSettings, type Secret, secret, secretValue, setting, type SettingsOf } from "./plain/settings.ts";
export type { PluginContext } from "./plugin-context.ts";
export { PLUGIN_ERROR_REASONS, PluginError, type PluginErrorReason } from "./plugin-error.ts";
export { newestSpoken, offeredPlugins, SPOKEN_VERSIONS } from "./plugin-versions.ts";
export type { PluginKind, PluginKinds, QuarryPlugin, QuarryPluginExport } from "./quarry-plugin.ts";
export { defineReranker, type RerankerPlugin } from "./reranker/v1/define-reranker.ts";
export type { RerankerCapabilities } from "./reranker/v1/reranker-capabilities.ts";
export type { PlainRerankCall, PlainReranker } from "./reranker/v1/plain-reranker.ts";
export type { RerankerV1, RerankRequest } from "./reranker/v1/reranker-v1.ts";
export {
  defineVectorStore,
  type VectorStoreCapabilities,
  type VectorStorePlugin,
} from "./vector-store/v1/define-vector-store.ts";
export type { PlainVectorStore } from "./vector-store/v1/plain-vector-store.ts";
export {
  type ResidualSearchLimits,
  type ResidualSearchResult,
  searchWithResidual,
} from "./vector-store/v1/search-with-residual.ts";
export {
  type LengthWeight,
  MOST_TOLD_FREQUENCY,
  type NearWord,
  type TermHit,
  type TermIndexV1,
  type TermRecord,
  type TermSearchRequest,
  type TermSearchResult,
  type WeightedTerm,
} from "./vector-store/v1/term-index-v1.ts";
export type {
  VectorCollectionSpec,
  VectorHit,
  VectorListRequest,
  VectorPage,
  VectorRecord,
  VectorSearchRequest,
  VectorSearchResult,
  VectorStoreV1,
} from "./vector-store/v1/vector-store-v1.ts";
export { type CompiledFacts, compileFacts } from "./vector-store/v1/facts/compile-facts.ts";
export type { FactQuery } from "./vector-store/v1/facts/fact-query.ts";
export { metadataFacts, type MetadataFacts, type NumberRange } from "./vector-store/v1/facts/metadata-facts.ts";
export { mapInTimeSlices } from "./time-slice.ts";
export { KeyedLock } from "./vector-store/v1/helpers/keyed-lock.ts";
export { mapSomeAtOnce } from "./vector-store/v1/helpers/map-some-at-once.ts";
export { nearestBeyondTies } from "./vector-store/v1/helpers/nearest-beyond-ties.ts";
export { type BatchLimits, recordBatches } from "./vector-store/v1/helpers/record-batches.ts";
export { type RankedRecord, TermRanking } from "./vector-store/v1/helpers/term-ranking.ts";
