/** Capabilities of a reranker, readable without opening it. */
export interface RerankerCapabilities {
  /** Known models, the default first. */
  readonly models: readonly string[];
  readonly credential: "required" | "optional" | "none";
  readonly maxPassages: number;
}
