// Passage index, and how a query finds and ranks passages by keyword, semantic and hybrid search.
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

export { databasePassageIndexLayer } from "./database/database-passage-index.ts";

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
export { keyOf, Usage, type UsageShape } from "./analytics/usage.ts";
