/** How a query is matched (spec: Query and search). */
export const SEARCH_MODES = ["semantic", "keyword", "hybrid"] as const;

export type SearchMode = (typeof SEARCH_MODES)[number];
