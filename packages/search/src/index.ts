// The index of passages, and how a query finds and ranks them by words, by vectors and by both.
export { type Citation, citationOf } from "./citation.ts";
export { linksOf, type PassageLink } from "./passage-links.ts";
export { shownMetadata } from "./shown-metadata.ts";
export {
  type AnalyticsDetail,
  type CollectionAnalytics,
  type HourAnalytics,
  type PeriodAnalytics,
  QueryAnalytics,
} from "./analytics/query-analytics.ts";
export { sqlitePassageIndexLayer } from "./passage-index/client/sqlite-passage-index.ts";
export { databasePassageIndexLayer } from "./passage-index/database/database-passage-index.ts";
export { charactersOf } from "./passage-index/client/parse-passages.ts";
export type { Passage } from "./passage-index/passage.ts";
export { OWN_FIELDS, PASSAGE_FIELDS } from "./passage-index/split-metadata.ts";
export type { DirectRange } from "./passage-index/direct-range.ts";
export {
  type ChunkPage,
  type ChunkRange,
  type KeywordResult,
  PassageIndex,
  type PassageIndexService,
  type Stretch,
} from "./passage-index/passage-index.ts";
export { PassageIndexError, passageIndexErrorToDomain } from "./passage-index/passage-index-error.ts";
export type { WordRepair } from "./passage-index/spelling/query-repair.ts";
export {
  hasVector,
  passageIdOf,
  vectorIdOf,
  vectorVersionOf,
  versionWithoutVector,
  VERSION_LENGTH,
} from "./passage-index/vector-id.ts";
export type { ExpectedVersions, OpenVectorWrite } from "./passage-index/vector-write-log.ts";
export { termStatistics } from "./passage-index/term-statistics.ts";
export { searchFailureToDomain } from "./query/search-failure.ts";
export type {
  RerankStatus,
  ScoreParts,
  SearchRequest,
  SearchResponse,
  SearchResult,
  SearchTimings,
} from "./query/search-request.ts";
export { SearchService } from "./query/search-service.ts";
export type { FoundHits } from "./query/plan-search.ts";
export type { SearchReranker, SearchTarget } from "./query/search-target.ts";
export { BoundedMap } from "./passage-index/bounded-map.ts";
export {
  type Boundary,
  boundaryOf,
  pathsOf,
  boundedFilter,
  isPassageField,
  parseBoundary,
  passageFieldOf,
  withinBoth,
} from "./boundary.ts";
export { callerNamed, CurrentCaller } from "./turns/caller.ts";
export { CallerTurns } from "./turns/caller-turns.ts";
export { QueryTurns } from "./turns/query-turns.ts";
