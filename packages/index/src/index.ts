// Engine of a local collection: passages, postings, vectors with their graph, and the columns that filters read.
export { noCollection, requireCollectionId } from "./passages/collection-id.ts";
export { type DirectCount, type DirectPage, type DirectRange, MOST_SCANNED } from "./passages/direct-range.ts";
export {
  DAMAGE_RETRY_AFTER_SECONDS,
  PassageIndexError,
  type PassageIndexErrorReason,
  passageIndexErrorToDomain,
} from "./passages/passage-index-error.ts";
export {
  type ChunkPage,
  type ChunkRange,
  type KeywordHit,
  type KeywordRequest,
  type KeywordResult,
  PassageIndex,
  type PassageIndexService,
  type ScanRange,
  type ChunkSpan,
} from "./passages/passage-index.ts";
export type { DocumentGeneration, Passage, PassageText } from "./passages/passage.ts";
export type { WorkerRequest, StoredPassage } from "./passages/protocol.ts";
export {
  describedText,
  joinMetadata,
  OWN_FIELDS,
  PASSAGE_FIELDS,
  sharedText,
  splitMetadata,
} from "./passages/split-metadata.ts";
export { termStatistics } from "./passages/term-statistics.ts";
export {
  hasVector,
  passageIdOf,
  vectorIdOf,
  vectorVersionOf,
  VERSION_LENGTH,
  versionWithoutVector,
} from "./passages/vector-id.ts";
export {
  ADDED,
  ADDING,
  type ExpectedVersions,
  type LogRow,
  OBSOLETE,
  type OpenVectorWrite,
  toOpenWrites,
  type VectorWriteLog,
} from "./passages/vector-write-log.ts";
export {
  type Branch,
  keywordScoresOf,
  matchingBranch,
  nearBranch,
  NOTHING,
  passagesOf,
  semanticScoresOf,
} from "./fusion/branch.ts";
export { byScore, type Candidate, type Candidates } from "./fusion/candidate.ts";
export { contendersOf } from "./fusion/contenders.ts";
export { fuse, ofOneBranch } from "./fusion/fuse.ts";
export type { SearchDepths, SearchSteps } from "./fusion/search-request.ts";
export type { IndexedPassage } from "./postings/built-terms.ts";
export { passageTerms } from "./postings/passage-terms.ts";
export { lengthNormOf } from "./query/length-norm.ts";
export { containsPhrases } from "./query/phrase-check.ts";
export { phraseTerms } from "./query/read-query.ts";
export { type IndexedTerm, weighQuery } from "./query/weigh-query.ts";
export { type CallerLimits, CallerScheduler } from "./scheduling/caller-scheduler.ts";
export { callerNamed, CurrentCaller } from "./scheduling/caller.ts";
export { closestWords } from "./spelling/close-words.ts";
export { isNear } from "./spelling/near-text.ts";
export { type FrequencyOf, QueryRepair, type RepairedQuery, type WordRepair } from "./spelling/query-repair.ts";
export { unitsOf } from "./spelling/word-list.ts";
export { toPassageIndexError } from "./storage/sqlite-failure.ts";
export { attempt } from "./threads/attempt.ts";
export { charactersOf, parsePassages } from "./threads/parse-passages.ts";
export { sqlitePassageIndexLayer } from "./threads/sqlite-passage-index.ts";
export { WorkerClient } from "./threads/worker-client.ts";
export { makeVectorStore, startThreads } from "./vectors/embedded-vector-store.ts";
export { type LocalVectors, localVectorsIn } from "./vectors/local-vectors.ts";
export { EmbeddedSettings, PLUGIN_NAME } from "./vectors/settings.ts";
export {
  type AccessFilter,
  accessFilterOf,
  boundedFilter,
  isPassageField,
  parseAccessFilter,
  passageFieldOf,
  pathsOf,
  withinBoth,
} from "./passages/access-filter.ts";
