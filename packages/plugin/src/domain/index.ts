// Shared vocabulary of all packages: collections, filters, metadata, limits and errors.
export { withoutPaths } from "./without-paths.ts";
export { escapeControls } from "./escape-controls.ts";
export { CHUNK_STRATEGIES, type ChunkStrategy, isChunkStrategy } from "./chunk-strategy.ts";
export { describeValue } from "./describe-value.ts";
export { editDistance } from "./edit-distance.ts";
export { DOCUMENT_STATUSES, type DocumentStatus } from "./document-status.ts";
export {
  CONTRACT_EMBEDDING_MODELS,
  CONTRACT_PROVIDERS,
  type ContractEmbeddingModel,
  type ContractProvider,
  isContractProvider,
  providerName,
  providerNamed,
} from "./embedding-models.ts";
export {
  alreadyExists,
  conflict,
  DomainError,
  type ErrorCode,
  invalidArgument,
  isDomainError,
  notFound,
  unavailable,
  unimplemented,
} from "./errors.ts";
export {
  FILE_TYPES,
  fileTypeOf,
  readTypes,
  GIVEN_CHUNKS_TYPE,
  UNKNOWN_FILE_TYPE,
  howToRead,
  isFileTypeName,
  mediaTypeOf,
  furtherTypesText,
  supportedFileTypesText,
  TEXT_FILE_TYPES,
} from "./file-types.ts";
export { cleanFilename } from "./filename.ts";
export { beyondExact, checkExact, isBeyondExact } from "./exact-number.ts";
export { canonicalFilter } from "./filter/canonical-filter.ts";
export {
  canonicalString,
  canonicalValue,
  composed,
  equalKey,
  canonicalItems,
  isCanonicalMoment,
  isMoment,
  mayBePartOfMoment,
  shownMoment,
} from "./filter/canonical-value.ts";
export { compareStrings } from "./filter/compare-strings.ts";
export { compileFilter, type FilterPredicate, type PathReader, pathReader } from "./filter/compile-filter.ts";
export type { Filter, FilterCondition, FilterScalar } from "./filter/filter.ts";
export { parseFilter } from "./filter/parse-filter.ts";
export { BoundedMap, type BoundedMapOptions } from "./bounded-map.ts";
export { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";
export { KEY_SCOPES, type KeyScope } from "./key-scope.ts";
export * as limits from "./limits.ts";
export {
  chunkId,
  importedDocumentId,
  COLLECTION_NAME_PATTERN,
  newTimeId,
  isCollectionName,
  isUuid,
  nameId,
  newId,
} from "./names.ts";
export { nearName, pagingProblem } from "./near-name.ts";
export type { LineBox, PageBox } from "./page-box.ts";
export { hybridScore, semanticScore } from "./score.ts";
export { SEARCH_MODES, type SearchMode } from "./search-mode.ts";
export { slicesOf } from "./slices-of.ts";
