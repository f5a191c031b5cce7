/** A call of a provider, as far as its failures have to be told. */
export interface ProviderCall {
  readonly plugin: string;
  /** The protocol's name, for "does not answer as … does". */
  readonly protocol: string;
  readonly baseUrl: string;
  readonly model: string;
  /** The field of the collection that holds the key. */
  readonly keyField: "embedding_api_key" | "reranking_api_key";
  /** Texts that must not show in any message: the key, and whatever else the operator sends in headers. */
  readonly secrets: readonly string[];
  readonly timeoutSeconds: number;
}
